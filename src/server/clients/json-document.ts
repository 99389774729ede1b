import { isDeepStrictEqual } from 'node:util';
import {
  findNodeAtLocation,
  getNodeValue,
  type Node,
  type ParseError,
  parseTree,
} from 'jsonc-parser';
import { jsonFault } from '../../base/json-fault.ts';
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
import {
  insertProperty,
  type JsonStyle,
  printValue,
  removeProperty,
  replaceNode,
  styleOf,
} from './json-edit.ts';

export function openJson(text: string, place: DocumentPlace): ConfigDocument {
  const [mark, body] = splitMark(text);
  const before = read(body, place);
  return {
    entry: before.entry && plain(before.entry),
    withEntry(wanted) {
      const edited = setEntry(body, before, wanted, place);
      const after = read(edited, place);
      if (!isDeepStrictEqual(after.entry && plain(after.entry), wanted))
        throw unsafeEdit(place.file);
      assertSameOtherwise(before, after, place);
      return mark + edited;
    },
    withoutEntry() {
      if (before.parent === undefined || before.entry?.parent === undefined) return text;
      const edited = removeProperty(body, before.parent, before.entry.parent);
      const after = read(edited, place);
      if (after.entry !== undefined) throw unsafeEdit(place.file);
      assertSameOtherwise(before, after, place);
      return mark + edited;
    },
  };
}

/** Reading goes as deep as the document does, further down than any real one. */
function notTooDeep<Value>(file: string, action: () => Value): Value {
  try {
    return action();
  } catch (error) {
    if (error instanceof RangeError) throw wrongShape(file, 'it is nested too deeply to read');
    throw error;
  }
}

interface Read {
  readonly root: Node | undefined;
  readonly parent: Node | undefined;
  readonly entry: Node | undefined;
}

function read(body: string, place: DocumentPlace): Read {
  const root = notTooDeep(place.file, () => parseObject(body, place.file));
  if (root === undefined) return { root, parent: undefined, entry: undefined };
  const parent = onlyProperty(root, place.parent, place);
  if (parent === undefined) return { root, parent, entry: undefined };
  if (parent.type !== 'object') {
    throw wrongShape(place.file, `"${place.parent}" is ${nameOf(parent)}, not an object`);
  }
  return { root, parent, entry: onlyProperty(parent, serverName, place) };
}

function parseObject(body: string, file: string): Node | undefined {
  const errors: ParseError[] = [];
  const root = parseTree(body, errors, { allowTrailingComma: true, allowEmptyContent: true });
  const [first] = errors;
  if (first !== undefined) {
    const { line, column, reason } = jsonFault(body, first);
    throw unparsable(file, line, column, reason);
  }
  if (root !== undefined && root.type !== 'object') {
    throw wrongShape(file, `it holds ${nameOf(root)}, not an object`);
  }
  return root;
}

/** A name written twice means different things to different readers, so it is not ours to resolve. */
function onlyProperty(object: Node, name: string, place: DocumentPlace): Node | undefined {
  const found = (object.children ?? []).filter(
    (property) => property.children?.[0]?.value === name,
  );
  if (found.length > 1) throw wrongShape(place.file, `"${name}" is there ${found.length} times`);
  return found[0]?.children?.[1];
}

function setEntry(body: string, before: Read, wanted: Entry, place: DocumentPlace): string {
  const { root, parent, entry } = before;
  if (root === undefined) return newDocument(body, { [place.parent]: { [serverName]: wanted } });
  const style = styleOf(body, root);
  if (parent === undefined) {
    return insertProperty(body, root, place.parent, { [serverName]: wanted }, style);
  }
  if (entry === undefined) return insertProperty(body, parent, serverName, wanted, style);
  if (entry.type !== 'object') return replaceNode(body, entry, JSON.stringify(wanted));
  return updateEntry(body, place, wanted, style);
}

/** Property by property, so that comments people wrote inside the entry stay. */
function updateEntry(body: string, place: DocumentPlace, wanted: Entry, style: JsonStyle): string {
  let text = body;
  const current = () => {
    const node = read(text, place).entry;
    if (node === undefined) throw unsafeEdit(place.file);
    return node;
  };
  for (const [key, value] of Object.entries(wanted)) {
    const node = findNodeAtLocation(current(), [key]);
    if (node === undefined) text = insertProperty(text, current(), key, value, style);
    else if (!isDeepStrictEqual(plain(node), value)) {
      text = replaceNode(text, node, printLike(text, node, value, style));
    }
  }
  for (const property of current().children ?? []) {
    const key = property.children?.[0]?.value;
    if (typeof key !== 'string' || Object.hasOwn(wanted, key)) continue;
    const node = current();
    const stale = findNodeAtLocation(node, [key])?.parent;
    if (stale !== undefined) text = removeProperty(text, node, stale);
  }
  return text;
}

function printLike(text: string, node: Node, value: unknown, style: JsonStyle): string {
  const old = text.slice(node.offset, node.offset + node.length);
  if (node.children !== undefined && !/[\r\n]/.test(old)) return JSON.stringify(value);
  const line =
    text
      .slice(0, node.offset)
      .split(/\r\n|\n|\r/)
      .at(-1) ?? '';
  return printValue(value, /^[ \t]*/.exec(line)?.[0] ?? '', style);
}

/** A file that is empty, or holds only comments, which stay above. */
function newDocument(body: string, value: unknown): string {
  const eol = lineEnding(body);
  const head = body.trim() === '' ? '' : body.trimEnd() + eol;
  return `${head}${JSON.stringify(value, null, '  ').replaceAll('\n', eol)}${eol}`;
}

function assertSameOtherwise(before: Read, after: Read, place: DocumentPlace): void {
  const same = () => isDeepStrictEqual(others(before), others(after));
  if (!notTooDeep(place.file, same)) throw unsafeEdit(place.file);
}

/** Everything but our entry, names and order kept: plain objects would hide a `__proto__` key. */
function others({ root, parent, entry }: Read): unknown {
  const siblings = (parent?.children ?? []).filter((property) => property !== entry?.parent);
  const rest = (root?.children ?? []).filter((property) => property !== parent?.parent);
  return { rest: rest.map(ordered), siblings: siblings.map(ordered) };
}

function ordered(node: Node): unknown {
  const children = node.children?.map(ordered);
  return children === undefined ? node.value : [node.type, children];
}

function plain(node: Node): unknown {
  // The library makes objects without a prototype, which compare unequal to ordinary ones.
  return structuredClone(getNodeValue(node));
}

function nameOf(node: Node): string {
  return (
    { array: 'a list', object: 'an object', null: 'null' }[String(node.type)] ?? `a ${node.type}`
  );
}
