import { existsSync, readdirSync } from 'node:fs';
import path from 'node:path';

/** The folders below `DIR/kind`. */
export function setsBelow(data, kind) {
  const folder = path.resolve(data, kind);
  if (!existsSync(folder)) throw new Error(`${path.resolve(data)} has no folder ${kind}.`);
  const names = readdirSync(folder, { withFileTypes: true })
    .filter(
      (entry) => entry.isDirectory() && existsSync(path.join(folder, entry.name, 'queries.jsonl')),
    )
    .map(({ name }) => name)
    .sort();
  if (names.length === 0) throw new Error(`${folder} holds no set with a queries.jsonl.`);
  return names.map((name) => ({ name, folder: path.join(folder, name) }));
}
