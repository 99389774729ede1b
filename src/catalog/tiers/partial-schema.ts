import { ToolError } from '../../base/errors.ts';
import { countTokens } from '../../base/tokens.ts';

/** Where reading goes on: a JSON pointer into the schema, `@n` after it to skip what was shown. */
export interface SchemaPart {
  readonly value: unknown;
  /** Empty when nothing was left out. */
  readonly cursors: readonly string[];
}

interface Limits {
  readonly depth: number;
  readonly keys: number;
  readonly items: number;
  readonly text: number;
}

const unlimited: Limits = {
  depth: Number.POSITIVE_INFINITY,
  keys: Number.POSITIVE_INFINITY,
  items: Number.POSITIVE_INFINITY,
  text: Number.POSITIVE_INFINITY,
};
/** Depth counts levels of JSON: two of them are one level of properties. */
const ladder: readonly Limits[] = [
  unlimited,
  { depth: 9, keys: 200, items: 40, text: 600 },
  { depth: 7, keys: 100, items: 20, text: 300 },
  { depth: 5, keys: 60, items: 12, text: 200 },
  { depth: 3, keys: 60, items: 8, text: 160 },
  { depth: 3, keys: 40, items: 5, text: 80 },
  { depth: 3, keys: 20, items: 3, text: 40 },
  { depth: 2, keys: 10, items: 2, text: 30 },
];
const mostCursors = 12;

/** The part of a schema at a cursor, as much of it as the budget holds: the top first, then what lies below. */
export async function schemaPart(
  schema: unknown,
  cursor: string | undefined,
  budget: number,
): Promise<SchemaPart> {
  const { pointer, skip } = parseCursor(cursor ?? '');
  const node = nodeAt(schema, pointer, cursor);
  let last: SchemaPart = { value: {}, cursors: [] };
  for (const limits of ladder) {
    const cursors: string[] = [];
    const value = prune(node, pointer, skip, limits, cursors);
    last = { value, cursors: cursors.slice(0, mostCursors) };
    const text = JSON.stringify(last);
    // No tokenizer packs more than a dozen letters into a token of such text: counting would be a waste.
    if (text.length > budget * 12) continue;
    if ((await countTokens(text)) <= budget) return last;
  }
  return last;
}

function prune(
  node: unknown,
  pointer: string,
  skip: number,
  limits: Limits,
  cursors: string[],
): unknown {
  if (typeof node === 'string') return pruneText(node, pointer, skip, limits, cursors);
  if (node === null || typeof node !== 'object') return node;
  if (limits.depth <= 0) {
    cursors.push(pointer);
    return outline(node);
  }
  const below = { ...limits, depth: limits.depth - 1 };
  if (Array.isArray(node)) {
    const end = Math.min(node.length, skip + limits.items);
    if (end < node.length) cursors.push(`${pointer}@${end}`);
    return node
      .slice(skip, end)
      .map((item, place) => prune(item, `${pointer}/${skip + place}`, 0, below, cursors));
  }
  const entries = Object.entries(node);
  const end = Math.min(entries.length, skip + limits.keys);
  if (end < entries.length) cursors.push(`${pointer}@${end}`);
  return Object.fromEntries(
    entries
      .slice(skip, end)
      .map(([key, value]) => [
        key,
        prune(value, `${pointer}/${escapeKey(key)}`, 0, below, cursors),
      ]),
  );
}

function pruneText(
  text: string,
  pointer: string,
  skip: number,
  limits: Limits,
  cursors: string[],
): string {
  const rest = text.slice(skip);
  if (rest.length <= limits.text) return rest;
  // A short cut of a description is no loss that anybody would come back for.
  if (rest.length > 4 * limits.text) cursors.push(`${pointer}@${skip + limits.text}`);
  return `${rest.slice(0, limits.text).replace(/[\uD800-\uDBFF]$/, '')}…`;
}

/** What a branch is, where there is no room for what it holds. */
function outline(node: object): unknown {
  if (Array.isArray(node)) return [];
  const type = 'type' in node && typeof node.type === 'string' ? { type: node.type } : {};
  const reference = '$ref' in node && typeof node.$ref === 'string' ? { $ref: node.$ref } : {};
  return { ...type, ...reference, $partial: true };
}

function parseCursor(cursor: string): { readonly pointer: string; readonly skip: number } {
  const [, pointer = '', skip] = /^#?((?:\/[^@]*)?)(?:@(\d{1,9}))?$/s.exec(cursor) ?? [];
  return { pointer, skip: Number(skip ?? 0) };
}

function nodeAt(schema: unknown, pointer: string, cursor: string | undefined): unknown {
  let node = schema;
  for (const step of pointer.split('/').slice(1)) {
    const key = step.replaceAll('~1', '/').replaceAll('~2', '@').replaceAll('~0', '~');
    const next =
      node !== null && typeof node === 'object' && Object.hasOwn(node, key)
        ? Object.entries(node).find(([name]) => name === key)?.[1]
        : undefined;
    if (next === undefined) {
      throw new ToolError('invalid_argument', `The schema has nothing at "${cursor}".`, {
        hint: 'Use a cursor of an earlier answer as it is, or leave it out to read from the top.',
      });
    }
    node = next;
  }
  return node;
}

/** As in RFC 6901, and `@` too, which ends a pointer here. */
function escapeKey(key: string): string {
  return key.replaceAll('~', '~0').replaceAll('/', '~1').replaceAll('@', '~2');
}
