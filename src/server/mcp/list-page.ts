import { ProtocolError, ProtocolErrorCode } from '@modelcontextprotocol/server';

/** Entries per page of a list; every client follows cursors, and small pages keep messages small. */
const pageSize = 100;

/** One page of a fixed list. The cursor is an offset that says which list it belongs to. */
export function listPage<T>(
  name: string,
  all: readonly T[],
  cursor: string | undefined,
): { items: readonly T[]; nextCursor?: string } {
  const start = cursor === undefined ? 0 : offsetOf(name, cursor);
  if (start > all.length || (cursor !== undefined && start === all.length)) throw badCursor(name);
  const end = start + pageSize;
  return {
    items: all.slice(start, end),
    ...(end < all.length && { nextCursor: Buffer.from(`${name}:${end}`).toString('base64url') }),
  };
}

function offsetOf(name: string, cursor: string): number {
  const match = /^(.*):(\d{1,9})$/.exec(Buffer.from(cursor, 'base64url').toString('utf8'));
  if (match?.[1] !== name) throw badCursor(name);
  return Number(match[2]);
}

function badCursor(name: string): ProtocolError {
  return new ProtocolError(
    ProtocolErrorCode.InvalidParams,
    `The cursor does not belong to ${name}. Send one that ${name} answered as nextCursor, or none to start over.`,
  );
}
