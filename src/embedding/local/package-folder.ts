import { existsSync } from 'node:fs';
import path from 'node:path';

/** Where Ralph is installed: the nearest folder above this code that has a package.json. */
export function packageFolder(from: string = import.meta.dirname): string {
  if (existsSync(path.join(from, 'package.json'))) return from;
  const above = path.dirname(from);
  return above === from ? from : packageFolder(above);
}
