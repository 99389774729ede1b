import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { AgentName } from '../../config.ts';
import type { AgentEvent } from '../adapter.ts';
import { adapters } from '../adapters.ts';
import { createTally } from '../outcome.ts';
import { createLineReader } from '../stream/line-reader.ts';

const folder = path.join(import.meta.dirname, 'streams');

export function recordedStream(name: string): Buffer {
  return readFileSync(path.join(folder, `${name}.jsonl`));
}

/** What a launch would tell of a stream with these bytes, in pieces of this size. */
export function replay(
  agent: AgentName,
  bytes: Uint8Array,
  exitCode: number | null = 0,
  pieceSize: number = bytes.length,
) {
  const parser = adapters[agent].createParser();
  const tally = createTally();
  const events: AgentEvent[] = [];
  const take = (more: readonly AgentEvent[]) => {
    for (const event of more) {
      events.push(event);
      tally.add(event);
    }
  };
  const reader = createLineReader((line) => take(parser.line(line)));
  for (let at = 0; at < bytes.length; at += pieceSize)
    reader.write(bytes.subarray(at, at + pieceSize));
  reader.end();
  take(parser.end(exitCode));
  return { events, told: tally.told() };
}
