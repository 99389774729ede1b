import {
  isAlias,
  isMap,
  isScalar,
  isSeq,
  LineCounter,
  type Node,
  type ParsedNode,
  parseDocument,
  type YAMLError,
} from 'yaml';
import { errorMessage } from '../../base/errors.ts';
import type { ConfigFile } from './config-files.ts';
import { type ConfigPath, formatPath } from './config-path.ts';
import { isTree, type Layer, type Source, sourceText } from './layer.ts';
import type { ConfigProblem } from './problem.ts';

/** Aliases can make a small file unfold without end; no real configuration comes near this. */
const mostNodes = 20_000;
const deepest = 100;
const reservedKeys = new Set(['__proto__', 'constructor', 'prototype']);

/** The layer that a file's text makes, and everything that is wrong with it as YAML. */
export function readYaml(
  file: ConfigFile,
  text: string,
): { layer: Layer | undefined; problems: ConfigProblem[] } {
  const lines = new LineCounter();
  const problems: ConfigProblem[] = [];
  const at = (offset: number | undefined): Source => {
    const { line, col } = lines.linePos(offset ?? 0);
    return { kind: file.kind, file: file.shown, line, column: col };
  };
  const refuse = (source: Source, path: ConfigPath, message: string, hint: string) => {
    const where = sourceText(source, { column: true });
    problems.push({ where, path: formatPath(path), message, hint });
  };
  const document = parse(text, lines);
  if (typeof document === 'string') {
    refuse({ kind: file.kind, file: file.shown }, [], document, 'Write plain YAML with settings.');
    return { layer: undefined, problems };
  }
  for (const error of document.errors) {
    const { message, hint } = explainSyntax(error);
    refuse(at(error.pos[0]), [], message, hint);
  }
  // After a mistake in the notation what follows may be read as something else than what was meant.
  if (document.errors.some(({ code }) => code !== 'DUPLICATE_KEY')) {
    return { layer: undefined, problems };
  }

  const sources = new Map<string, Source>();
  let nodes = 0;
  const toValue = (node: Node | null | undefined, path: ConfigPath): unknown => {
    if (++nodes > mostNodes || path.length > deepest) throw new Unfolding();
    if (isAlias(node)) return toValue(node.resolve(document), path);
    if (isScalar(node)) return node.value;
    if (isSeq(node)) {
      return node.items.map((item, index) => {
        const here = [...path, index];
        if (isNode(item)) sources.set(formatPath(here), at(item.range?.[0]));
        return toValue(isNode(item) ? item : null, here);
      });
    }
    if (!isMap(node)) return null;
    const map: Record<string, unknown> = {};
    for (const { key, value } of node.items) {
      const name = isScalar(key) ? String(key.value) : undefined;
      const source = at(isNode(key) ? key.range?.[0] : undefined);
      if (name === undefined || reservedKeys.has(name)) {
        const shown = name === undefined ? 'A list or map' : `"${name}"`;
        refuse(source, path, `${shown} cannot be a key.`, 'Use a plain name as the key.');
        continue;
      }
      const here = [...path, name];
      sources.set(formatPath(here), source);
      map[name] = toValue(isNode(value) ? value : null, here);
    }
    return map;
  };

  let value: unknown;
  try {
    value = toValue(document.contents, []);
  } catch (thrown) {
    if (!(thrown instanceof Unfolding)) throw thrown;
    const source = { kind: file.kind, file: file.shown };
    refuse(source, [], 'unfolds to too much through its aliases or its nesting.', unfoldHint);
    return { layer: undefined, problems };
  }
  if (value === null) value = {};
  if (!isTree(value)) {
    const what = Array.isArray(value) ? 'a list' : 'a single value';
    refuse(
      at(0),
      [],
      `holds ${what} where keys are expected.`,
      'Write keys, as in "preset: minimal".',
    );
    return { layer: undefined, problems };
  }
  const wholeFile: Source = { kind: file.kind, file: file.shown };
  const sourceOf = (path: ConfigPath): Source => {
    for (let length = path.length; length > 0; length--) {
      const source = sources.get(formatPath(path.slice(0, length)));
      if (source) return source;
    }
    return wholeFile;
  };
  return { layer: { values: value, sourceOf }, problems };
}

const unfoldHint = 'Write the settings out, without anchors and aliases.';

class Unfolding extends Error {}

function parse(text: string, lineCounter: LineCounter) {
  try {
    return parseDocument(text, { lineCounter, prettyErrors: false, logLevel: 'error' });
  } catch (thrown) {
    // The parser recurses, so absurd nesting ends here instead of in its list of errors.
    return `cannot be read as YAML (${errorMessage(thrown)}).`;
  }
}

function isNode(value: unknown): value is ParsedNode {
  return isScalar(value) || isMap(value) || isSeq(value) || isAlias(value);
}

function explainSyntax(error: YAMLError): { message: string; hint: string } {
  switch (error.code) {
    case 'DUPLICATE_KEY':
      return { message: 'this key stands here twice.', hint: 'Keep one of the two.' };
    case 'TAB_AS_INDENT':
      return { message: 'a tab is used as indentation.', hint: 'Indent with spaces.' };
    case 'MULTIPLE_DOCS':
      return {
        message: 'a second document starts here.',
        hint: 'Remove the "---" line: the file holds one document.',
      };
    default:
      return {
        message: `is not YAML: ${error.message.replace(/\.?$/, '.')}`,
        hint: 'Check the indentation, quotes and brackets at this place.',
      };
  }
}
