import { isDeepStrictEqual } from 'node:util';
import {
  type Document,
  isMap,
  isNode,
  isScalar,
  type Pair,
  parseDocument,
  stringify,
  type YAMLMap,
} from 'yaml';
import { UserError } from '../../base/errors.ts';
import type { ServerEntry } from './foreign-entry.ts';

type Servers = Readonly<Record<string, ServerEntry>>;

/** The text of a ralph.yaml with these servers in it, comments and everything else as they were. */
export function withServers(text: string, servers: Servers): string {
  const document = parsed(text);
  const wanted = { ...serversOf(document), ...servers };
  const isNew = Object.keys(servers).every((name) => !Object.hasOwn(serversOf(document), name));
  const spliced = isNew ? insert(text, document, servers) : undefined;
  return checked(text, wanted, spliced, () => {
    for (const key of [['catalog'], ['catalog', 'servers']]) {
      const before = document.getIn(key, true);
      if (!isMap(before)) document.setIn(key, withCommentsOf(before, document.createNode({})));
    }
    for (const [name, entry] of Object.entries(servers))
      document.setIn(['catalog', 'servers', name], document.createNode(entry));
    return document;
  });
}

function withCommentsOf(before: unknown, node: YAMLMap): YAMLMap {
  if (isNode(before)) {
    if (before.commentBefore) node.commentBefore = before.commentBefore;
    if (before.comment) node.comment = before.comment;
  }
  return node;
}

export function withoutServer(text: string, name: string): string {
  const document = parsed(text);
  const { [name]: _, ...wanted } = serversOf(document);
  return checked(text, wanted, cut(text, document, name), () => {
    document.deleteIn(['catalog', 'servers', name]);
    return document;
  });
}

/** The servers that the text itself names. */
export function serverNamesIn(text: string): readonly string[] {
  return Object.keys(serversOf(parsed(text)));
}

/** An edit of the text keeps every byte around it; where its style does not allow one, the document is printed anew. */
function checked(
  before: string,
  wanted: Record<string, unknown>,
  spliced: string | undefined,
  edit: () => Document,
): string {
  const expected = others(parsed(before));
  const isRight = (text: string) => {
    const document = parseDocument(text);
    return (
      document.errors.length === 0 &&
      isDeepStrictEqual(others(document), expected) &&
      isDeepStrictEqual(serversOf(document), wanted)
    );
  };
  if (spliced !== undefined && isRight(spliced)) return spliced;
  const printed = withLineEnds(edit().toString({ lineWidth: 0 }), before);
  if (isRight(printed)) return printed;
  // An alias or a merge key can tie an entry to another place.
  throw new UserError('ralph.yaml cannot be changed without touching other settings in it.', {
    hint: 'Edit catalog.servers in ralph.yaml by hand.',
  });
}

function insert(text: string, document: Document, servers: Servers): string {
  const { after, column, value } = placeFor(text, document, servers);
  const place = after === undefined ? text.length : lineAfter(text, after);
  const lines = stringify(value, { lineWidth: 0 }).replace(/^(?=.)/gm, ' '.repeat(column));
  const head = text.slice(0, place);
  const gap = head === '' || head.endsWith('\n') ? '' : '\n';
  return withLineEnds(head + gap + lines, text) + text.slice(place);
}

/** Where new servers go, and with which keys of theirs: behind others, or below a key with nothing under it yet. */
function placeFor(text: string, document: Document, servers: Servers) {
  const behind = (map: YAMLMap) => ({
    after: endOf(map.items.at(-1)),
    column: columnOf(text, startOf(map.items[0])),
  });
  const below = (pair: Pair) => ({
    after: startOf(pair),
    column: columnOf(text, startOf(pair)) + 2,
  });
  const list = blockMap(document, ['catalog', 'servers']);
  if (list) return { ...behind(list), value: servers };
  const catalog = blockMap(document, ['catalog']);
  const noServers = emptyPair(catalog, 'servers');
  if (noServers) return { ...below(noServers), value: servers };
  if (catalog) return { ...behind(catalog), value: { servers } };
  const noCatalog = emptyPair(document.contents, 'catalog');
  if (noCatalog) return { ...below(noCatalog), value: { servers } };
  return { after: undefined, column: 0, value: { catalog: { servers } } };
}

/** A key of which at most comments follow. */
function emptyPair(map: unknown, key: string): Pair | undefined {
  const pair = isMap(map) ? map.items.find((item) => keyOf(item) === key) : undefined;
  return isScalar(pair?.value) && pair.value.value === null && !pair.value.source
    ? pair
    : undefined;
}

function cut(text: string, document: Document, name: string): string | undefined {
  let from: number | undefined;
  let to: number | undefined;
  // What held only this goes with it.
  for (const [key, within] of [
    [name, ['catalog', 'servers']],
    ['servers', ['catalog']],
    ['catalog', []],
  ] as const) {
    const map = within.length === 0 ? document.contents : blockMap(document, within);
    const pair = isMap(map) ? map.items.find((item) => keyOf(item) === key) : undefined;
    if (!isMap(map) || !pair) return undefined;
    from = startOf(pair) - columnOf(text, startOf(pair));
    to ??= lineAfter(text, endOf(pair));
    if (map.items.length > 1) break;
  }
  return from === undefined || to === undefined ? undefined : text.slice(0, from) + text.slice(to);
}

function blockMap(document: Document, path: readonly string[]): YAMLMap | undefined {
  const node = document.getIn(path, true);
  return isMap(node) && node.flow !== true && node.items.length > 0 ? node : undefined;
}

function keyOf(pair: Pair): unknown {
  return isScalar(pair.key) ? pair.key.value : undefined;
}

function startOf(pair: Pair | undefined): number {
  return isNode(pair?.key) ? (pair.key.range?.[0] ?? 0) : 0;
}

function endOf(pair: Pair | undefined): number {
  const node = isNode(pair?.value) ? pair.value : pair?.key;
  return isNode(node) ? (node.range?.[1] ?? 0) : 0;
}

function columnOf(text: string, offset: number): number {
  return offset - (text.lastIndexOf('\n', offset - 1) + 1);
}

/** The start of the line that follows the one in which `offset` lies. */
function lineAfter(text: string, offset: number): number {
  if (text[offset - 1] === '\n') return offset;
  const end = text.indexOf('\n', offset);
  return end === -1 ? text.length : end + 1;
}

function withLineEnds(text: string, like: string): string {
  return like.includes('\r\n') ? text.replace(/\r?\n/g, '\r\n') : text;
}

function parsed(text: string): Document {
  const document = parseDocument(text);
  const contents: unknown = document.contents;
  if (document.errors.length === 0 && (contents === null || isMap(contents))) return document;
  throw new UserError('ralph.yaml is not YAML that Ralph can change.', {
    hint: 'See what is wrong with: ralph config show. Then try again.',
  });
}

function serversOf(document: Document): Record<string, unknown> {
  return record(record(record(document.toJS()).catalog).servers);
}

/** Everything except the catalog's servers. */
function others(document: Document): unknown {
  const { catalog, ...rest } = record(document.toJS());
  const { servers: _, ...settings } = record(catalog);
  return Object.keys(settings).length === 0 ? rest : { ...rest, catalog: settings };
}

function record(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null ? { ...value } : {};
}
