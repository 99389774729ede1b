import { isDeepStrictEqual } from 'node:util';
import { parse, stringify, TomlError } from 'smol-toml';
import { type Entry, serverName } from './client.ts';
import {
  type ConfigDocument,
  type DocumentPlace,
  lineEnding,
  splitMark,
  unparsable,
  unsafeEdit,
  wrongShape,
} from './document.ts';
import { type TomlStatement, tomlStatements } from './toml-statements.ts';

export function openToml(text: string, place: DocumentPlace): ConfigDocument {
  const [mark, body] = splitMark(text);
  const before = read(body, place);
  return {
    entry: before.entry,
    withEntry(wanted) {
      const edited = setEntry(body, before.entry, wanted, place);
      const after = read(edited, place);
      if (!isDeepStrictEqual(after.entry, wanted)) throw unsafeEdit(place.file);
      if (!isDeepStrictEqual(after.others, before.others)) throw unsafeEdit(place.file);
      return mark + edited;
    },
    withoutEntry() {
      if (before.entry === undefined) return text;
      const edited = withoutGap(cut(body, ours(body, place)));
      const after = read(edited, place);
      if (after.entry !== undefined || !isDeepStrictEqual(after.others, before.others)) {
        throw unsafeEdit(place.file);
      }
      return mark + edited;
    },
  };
}

interface Read {
  readonly entry: unknown;
  /** The document without our entry, and without a parent that holds nothing else. */
  readonly others: unknown;
}

function read(body: string, place: DocumentPlace): Read {
  const document = parseToml(body, place.file);
  const parent = document[place.parent];
  if (parent === undefined) return { entry: undefined, others: document };
  if (!isTable(parent)) {
    throw wrongShape(place.file, `"${place.parent}" is not a table`);
  }
  const { [serverName]: entry, ...siblings } = parent;
  delete document[place.parent];
  if (Object.keys(siblings).length > 0) document[place.parent] = siblings;
  return { entry, others: document };
}

function parseToml(body: string, file: string): Record<string, unknown> {
  try {
    return ordinary(parse(body, { integersAsBigInt: 'asNeeded' }));
  } catch (error) {
    if (!(error instanceof TomlError)) throw error;
    // The first line only: the rest quotes the file, which may hold secrets.
    const why = (error.message.split('\n')[0] ?? '').replace(/^Invalid TOML document: /, '');
    throw unparsable(file, error.line, error.column, why);
  }
}

/** The library makes tables without a prototype, which compare unequal to ordinary objects. */
function ordinary(table: Record<string, unknown>): Record<string, unknown> {
  const plain = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(plain);
    return isTable(value) ? ordinary(value) : value;
  };
  return Object.fromEntries(Object.entries(table).map(([key, value]) => [key, plain(value)]));
}

function isTable(value: unknown): value is Record<string, unknown> {
  return (
    typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof Date)
  );
}

function setEntry(body: string, current: unknown, wanted: Entry, place: DocumentPlace): string {
  const statements = tomlStatements(body);
  if (statements.some(({ kind, path }) => kind === 'pair' && path.join() === place.parent)) {
    throw wrongShape(
      place.file,
      `"${place.parent}" is an inline table, which cannot be added to; write it as [${place.parent}.NAME] tables`,
    );
  }
  const eol = lineEnding(body);
  const block = stringify({ [place.parent]: { [serverName]: wanted } })
    .trim()
    .replaceAll('\n', eol);
  if (current === undefined) return append(body, block, eol);
  const mine = ours(body, place);
  const inPlace = isTable(current) ? replaceValues(body, mine, current, wanted) : undefined;
  if (inPlace !== undefined) return inPlace;
  const { text, at } = cut(body, mine);
  if (at === undefined) return append(text, block, eol);
  return text.slice(0, at) + block + eol + text.slice(at);
}

function append(body: string, block: string, eol: string): string {
  if (body.trim() === '') return block + eol;
  const lineBreak = body.endsWith('\n') ? '' : eol;
  const blankLine = /\n\r?\n$/.test(body) ? '' : eol;
  return body + lineBreak + blankLine + block + eol;
}

/** New values where the old ones are, which keeps every comment; only if the same keys are set. */
function replaceValues(
  body: string,
  mine: readonly TomlStatement[],
  current: Record<string, unknown>,
  wanted: Entry,
): string | undefined {
  if (!isDeepStrictEqual(new Set(Object.keys(current)), new Set(Object.keys(wanted))))
    return undefined;
  let text = body;
  const changed = Object.keys(wanted).filter(
    (key) => !isDeepStrictEqual(current[key], wanted[key]),
  );
  for (const statement of mine.toReversed()) {
    const key = statement.path[2];
    if (key === undefined || !changed.includes(key)) continue;
    if (statement.kind !== 'pair' || statement.path.length !== 3 || isTable(wanted[key]))
      return undefined;
    const printed = stringify({ value: wanted[key] })
      .trim()
      .replace(/^value = /, '');
    text = text.slice(0, statement.valueStart) + printed + text.slice(statement.valueEnd);
    changed.splice(changed.indexOf(key), 1);
  }
  return changed.length === 0 ? text : undefined;
}

function ours(body: string, place: DocumentPlace): TomlStatement[] {
  return tomlStatements(body).filter(
    ({ path }) => path[0] === place.parent && path[1] === serverName,
  );
}

/** Takes statements out; `at` is where they began, if they began with a table of ours. */
function cut(
  body: string,
  mine: readonly TomlStatement[],
): { text: string; at: number | undefined } {
  let text = body;
  let at: number | undefined;
  for (const run of runs(body, mine).toReversed()) {
    at = run.table ? run.start : undefined;
    text = text.slice(0, run.start) + text.slice(run.end);
  }
  return { text, at };
}

/** The blank line above a table that was last in its part of the file goes with it. */
function withoutGap({ text, at }: ReturnType<typeof cut>): string {
  if (at === undefined || !/^(?:\r?\n|$)/.test(text.slice(at, at + 2))) return text;
  const blank = /(?<=^|\n)\r?\n$/.exec(text.slice(0, at))?.[0] ?? '';
  return text.slice(0, at - blank.length) + text.slice(at);
}

/** Our statements that follow one another, with the comments between them. */
function runs(body: string, mine: readonly TomlStatement[]) {
  const all = tomlStatements(body);
  const found: { start: number; end: number; table: boolean; last: number }[] = [];
  for (const statement of mine) {
    const index = all.findIndex(({ start }) => start === statement.start);
    const previous = found.at(-1);
    if (previous !== undefined && previous.last === index - 1) {
      previous.end = statement.end;
      previous.last = index;
    } else {
      const { start, end, kind } = statement;
      found.push({ start, end, table: kind === 'table', last: index });
    }
  }
  return found;
}
