import { existsSync } from 'node:fs';
import path from 'node:path';
import { loopFiles } from '../loop/loop-files.ts';

/** The folder above this one, within the same repository, that is set up for Ralph while this one is not. */
export function projectAbove(folder: string): string | undefined {
  const has = (name: string, at: string) => existsSync(path.join(at, name));
  if (has(loopFiles.config, folder) || has(loopFiles.prompt, folder)) return undefined;
  let at = folder;
  while (!has('.git', at) && path.dirname(at) !== at) {
    at = path.dirname(at);
    if (has(loopFiles.config, at)) return at;
  }
  return undefined;
}
