import { ToolError } from '../../base/errors.ts';
import { countTokens } from '../../base/tokens.ts';

/** A part of a schema, and where reading goes on: nothing of it is out of reach of the cursors. */
export interface SchemaPart {
  readonly value: unknown;
  /** Empty when nothing was left out. */
  readonly cursors: readonly string[];
}

/**
 * A place in a definition: a JSON pointer into its parameters, or into what it `returns`. `@n` skips what was shown
 * of the object, list or text there; `!n` goes on in its JSON text.
 */
interface Place {
  readonly pointer: string;
  readonly skip: number;
  readonly rawFrom: number | undefined;
}

interface Limits {
  readonly depth: number;
  readonly keys: number;
  readonly items: number;
  readonly text: number;
  /** Where this many places are cut, what follows is left for the next part. */
  readonly cuts: number;
}

const unlimited: Limits = {
  depth: Number.POSITIVE_INFINITY,
  keys: Number.POSITIVE_INFINITY,
  items: Number.POSITIVE_INFINITY,
  text: Number.POSITIVE_INFINITY,
  cuts: Number.POSITIVE_INFINITY,
};
/** Depth counts levels of JSON: two of them are one level of properties. */
const ladder: readonly Limits[] = [
  unlimited,
  { depth: 9, keys: 300, items: 400, text: 2_000, cuts: 40 },
  { depth: 9, keys: 200, items: 150, text: 1_000, cuts: 40 },
  { depth: 9, keys: 200, items: 40, text: 600, cuts: 40 },
  { depth: 7, keys: 100, items: 20, text: 300, cuts: 40 },
  { depth: 5, keys: 60, items: 12, text: 200, cuts: 40 },
  { depth: 3, keys: 60, items: 8, text: 160, cuts: 40 },
  { depth: 3, keys: 40, items: 5, text: 80, cuts: 25 },
  { depth: 3, keys: 20, items: 3, text: 40, cuts: 12 },
  { depth: 2, keys: 10, items: 2, text: 30, cuts: 6 },
  { depth: 2, keys: 6, items: 1, text: 20, cuts: 2 },
];
const longestCursor = 500;

/** The part of a schema at a cursor, as much of it as the budget holds: the top first, then what lies below. */
export async function schemaPart(
  schema: unknown,
  cursor: string | undefined,
  budget: number,
): Promise<SchemaPart> {
  const { pointer, skip, rawFrom } = parseCursor(cursor ?? '');
  const node = nodeAt(schema, pointer, cursor);
  if (rawFrom === undefined) {
    for (const limits of ladder) {
      const cuts: Cut[] = [];
      const value = prune(node, pointer, skip, limits, cuts);
      const cursors = inReadingOrder(cuts);
      if (cursors.some((one) => one.length > longestCursor)) continue;
      const text = JSON.stringify({ value, cursors });
      // No tokenizer packs more than a dozen letters into a token of such text: counting would be a waste.
      if (text.length > budget * 12) continue;
      if ((await countTokens(text)) <= budget) return { value, cursors };
    }
  }
  // Names longer than any budget, or nesting deeper than any cursor: what is there is read as text.
  return rawPart(JSON.stringify(after(node, skip)), `${pointer}@${skip}`, rawFrom ?? 0, budget);
}

interface Cut {
  readonly cursor: string;
  readonly of: 'list' | 'branch' | 'text';
}

/** What is missing altogether comes before what was shown in part. */
function inReadingOrder(cuts: readonly Cut[]): string[] {
  return (['list', 'branch', 'text'] as const).flatMap((kind) =>
    cuts.flatMap(({ cursor, of }) => (of === kind ? [cursor] : [])),
  );
}

async function rawPart(
  json: string,
  place: string,
  from: number,
  budget: number,
): Promise<SchemaPart> {
  const value = await textWithin(json, from, budget);
  const end = from + value.length;
  return { value, cursors: end < json.length ? [`${place}!${end}`] : [] };
}

/** As much of a text as costs no more than so many tokens, from a place in it, and no character cut in two. */
export async function textWithin(text: string, from: number, tokens: number): Promise<string> {
  let length = Math.min(text.length - from, Math.ceil(tokens * 5));
  for (;;) {
    const part = text.slice(from, wholeCharacters(text, from + length));
    if (part.length <= 2 || (await countTokens(part)) <= tokens) return part;
    length = Math.floor(length * 0.7);
  }
}

function wholeCharacters(text: string, end: number): number {
  return end < text.length && /[\uD800-\uDBFF]/.test(text[end - 1] ?? '') ? end + 1 : end;
}

/** What is left of a node after so many of its entries, items or characters. */
function after(node: unknown, skip: number): unknown {
  if (typeof node === 'string' || Array.isArray(node)) return node.slice(skip);
  if (node === null || typeof node !== 'object') return node;
  return Object.fromEntries(inOrder(node).slice(skip));
}

const bulky = ['properties', 'items', 'anyOf', 'oneOf', 'allOf', 'definitions', '$defs'];

/** What a schema says of itself before what it holds, so that `required` does not wait behind a thousand properties. */
function inOrder(node: object): [string, unknown][] {
  const entries = Object.entries(node);
  return Array.isArray(node)
    ? entries
    : entries.sort(([a], [b]) => bulky.indexOf(a) - bulky.indexOf(b));
}

function prune(node: unknown, pointer: string, skip: number, limits: Limits, cuts: Cut[]): unknown {
  if (typeof node === 'string') return pruneText(node, pointer, skip, limits, cuts);
  if (node === null || typeof node !== 'object') return node;
  if (limits.depth <= 0) {
    cuts.push({ cursor: pointer, of: 'branch' });
    return outline(node);
  }
  const below = { ...limits, depth: limits.depth - 1 };
  const entries = inOrder(node);
  const most = skip + (Array.isArray(node) ? limits.items : limits.keys);
  const shown: [string, unknown][] = [];
  for (const [place, [key, value]] of entries.entries()) {
    if (place < skip) continue;
    if (place >= most || cuts.length >= limits.cuts) {
      cuts.push({ cursor: `${pointer}@${place}`, of: 'list' });
      break;
    }
    shown.push([key, prune(value, `${pointer}/${escapeKey(key)}`, 0, below, cuts)]);
  }
  return Array.isArray(node) ? shown.map(([, value]) => value) : Object.fromEntries(shown);
}

function pruneText(
  text: string,
  pointer: string,
  skip: number,
  limits: Limits,
  cuts: Cut[],
): string {
  const rest = text.slice(skip);
  if (rest.length <= limits.text) return rest;
  const end = wholeCharacters(rest, limits.text);
  if (end >= rest.length) return rest;
  cuts.push({ cursor: `${pointer}@${skip + end}`, of: 'text' });
  return `${rest.slice(0, end)}…`;
}

/** What a branch is, where there is no room for what it holds. */
function outline(node: object): unknown {
  if (Array.isArray(node)) return [];
  const type = 'type' in node && typeof node.type === 'string' ? { type: node.type } : {};
  const reference = '$ref' in node && typeof node.$ref === 'string' ? { $ref: node.$ref } : {};
  return { ...type, ...reference, $partial: true };
}

function parseCursor(cursor: string): Place {
  const found = /^#?((?:\/[^@!]*)?)(?:@(\d{1,9}))?(?:!(\d{1,9}))?$/s.exec(cursor);
  if (!found) throw noSuchPlace(cursor);
  const [, pointer = '', skip, rawFrom] = found;
  return {
    pointer,
    skip: Number(skip ?? 0),
    rawFrom: rawFrom === undefined ? undefined : Number(rawFrom),
  };
}

export function noSuchPlace(cursor: string | undefined): ToolError {
  return new ToolError('invalid_argument', `The schema has nothing at "${cursor}".`, {
    hint: 'Use a cursor of an earlier answer as it is, or leave it out to read from the top.',
  });
}

function nodeAt(schema: unknown, pointer: string, cursor: string | undefined): unknown {
  let node = schema;
  for (const step of pointer.split('/').slice(1)) {
    const key = step
      .replaceAll('~1', '/')
      .replaceAll('~2', '@')
      .replaceAll('~3', '!')
      .replaceAll('~0', '~');
    const next =
      node !== null && typeof node === 'object' && Object.hasOwn(node, key)
        ? Object.entries(node).find(([name]) => name === key)?.[1]
        : undefined;
    if (next === undefined) throw noSuchPlace(cursor);
    node = next;
  }
  return node;
}

/** As in RFC 6901, and `@` and `!` too, which end a pointer here. */
function escapeKey(key: string): string {
  return key
    .replaceAll('~', '~0')
    .replaceAll('/', '~1')
    .replaceAll('@', '~2')
    .replaceAll('!', '~3');
}
