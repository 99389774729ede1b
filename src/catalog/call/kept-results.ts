import { ToolError } from '../../base/errors.ts';
import { newId } from '../../base/ids.ts';

/** Results that were too long for one answer, kept for a while so that the rest can be read. */
export interface KeptResults {
  /** The cursor at which reading goes on. */
  keep(toolId: string, owner: string, bytes: Buffer, from: number): string;
  read(cursor: string, owner: string, most: number): ResultPart;
}

export interface ResultPart {
  readonly toolId: string;
  readonly text: string;
  readonly from: number;
  readonly totalBytes: number;
  readonly nextCursor: string | null;
}

interface Kept {
  readonly toolId: string;
  readonly owner: string;
  readonly bytes: Buffer;
  readonly until: number;
}

const lifetimeMs = 15 * 60_000;
const mostBytes = 64 * 1024 * 1024;

export function createKeptResults(now: () => number): KeptResults {
  const kept = new Map<string, Kept>();

  /** The oldest go first: for their age, or to make room. */
  function makeRoom(needed: number): void {
    let held = needed;
    for (const { bytes } of kept.values()) held += bytes.length;
    for (const [id, { bytes, until }] of kept) {
      if (held <= mostBytes && until > now()) break;
      held -= bytes.length;
      kept.delete(id);
    }
  }

  return {
    keep(toolId, owner, bytes, from) {
      makeRoom(bytes.length);
      const id = newId('rest');
      kept.set(id, { toolId, owner, bytes, until: now() + lifetimeMs });
      return `${id}:${from}`;
    },
    read(cursor, owner, most) {
      makeRoom(0);
      const [id = '', offset = ''] = cursor.split(':');
      const found = kept.get(id);
      const from = /^\d{1,15}$/.test(offset) ? Number(offset) : -1;
      if (found?.owner !== owner || from < 0 || from > found.bytes.length) {
        throw new ToolError('not_found', 'There is nothing to read on at this cursor.', {
          hint: 'Results are kept for 15 minutes. Call the tool again, and use the cursor of its answer as it is.',
        });
      }
      const to = characterEnd(found.bytes, Math.min(found.bytes.length, from + most));
      return {
        toolId: found.toolId,
        text: found.bytes.subarray(from, to).toString('utf8'),
        from,
        totalBytes: found.bytes.length,
        nextCursor: to < found.bytes.length ? `${id}:${to}` : null,
      };
    },
  };
}

/** The last place at or before `at` where no character is cut in two. */
export function characterEnd(bytes: Buffer, at: number): number {
  let end = at;
  while (end > 0 && end < bytes.length && ((bytes[end] ?? 0) & 0xc0) === 0x80) end--;
  return end;
}
