import { LineCounter, parseDocument, type YAMLError } from 'yaml';
import { errorMessage } from '../../base/errors.ts';
import type { ConfigFile } from './config-files.ts';
import { formatPath } from './config-path.ts';
import { isTree, type Layer, type Source, sourceAt } from './layer.ts';
import { type ConfigProblem, newProblem } from './problem.ts';
import { UnfoldsTooMuch, valuesOf } from './yaml-values.ts';

interface Read {
  /** Absent when the text cannot be trusted to mean what it says. */
  readonly layer?: Layer;
  readonly problems: readonly ConfigProblem[];
}

/** The layer that a file's text makes, and everything that is wrong with it as YAML. */
export function readYaml(file: ConfigFile, text: string): Read {
  const lineCounter = new LineCounter();
  const wholeFile: Source = { kind: file.kind, file: file.shown };
  const at = (offset: number): Source => {
    const { line, col } = lineCounter.linePos(offset);
    return { ...wholeFile, line, column: col };
  };
  const refuseAll = (message: string, hint: string): Read => ({
    problems: [newProblem(wholeFile, [], message, hint)],
  });
  try {
    if (nestsTooDeep(text)) throw new UnfoldsTooMuch();
    const document = parseDocument(text, { lineCounter, prettyErrors: false, logLevel: 'error' });
    if (document.errors.some(({ code }) => code === 'RESOURCE_EXHAUSTION')) {
      throw new UnfoldsTooMuch();
    }
    const problems = firstOfEachLine(
      document.errors.map((error) => {
        const { message, hint } = explainSyntax(error);
        return newProblem(at(error.pos[0]), [], message, hint);
      }),
    );
    // After a mistake in the notation what follows may be read as something else than was meant.
    if (document.errors.some(({ code }) => code !== 'DUPLICATE_KEY')) return { problems };

    const sources = new Map<string, Source>();
    const values = valuesOf(document, {
      place: (path, offset) => sources.set(formatPath(path), at(offset)),
      badKey: (path, offset, key) => {
        const message = `${key === undefined ? 'a list or a map' : `"${key}"`} cannot be a key.`;
        problems.push(newProblem(at(offset), path, message, 'Use a plain name as the key.'));
      },
    });
    // An empty file, or one of comments only, is a file that sets nothing.
    const tree = values === null ? {} : values;
    if (!isTree(tree)) {
      const what = Array.isArray(tree) ? 'a list' : 'a single value';
      return refuseAll(
        `holds ${what} where keys are expected.`,
        'Write keys, as in preset: minimal',
      );
    }
    const sourceOf: Layer['sourceOf'] = (path) => sourceAt(sources, path, wholeFile);
    return { layer: { values: tree, sourceOf }, problems };
  } catch (thrown) {
    if (thrown instanceof UnfoldsTooMuch) {
      return refuseAll('unfolds to too much through its aliases or its nesting.', writeOut);
    }
    return refuseAll(`cannot be read as YAML (${errorMessage(thrown)}).`, 'Write plain settings.');
  }
}

const writeOut = 'Write the settings out plainly, without aliases and deep nesting.';

const deepest = 1_000;
const deepestOnOneLine = new RegExp(`(?:[-?][ \\t]+){${deepest}}`);

/**
 * The parser calls itself for each level, and where the stack ends inside Node.js the process dies without
 * a word. Brackets in texts are counted too: no real configuration has so many open ones.
 */
function nestsTooDeep(text: string): boolean {
  let depth = 0;
  for (const [bracket] of text.matchAll(/[[\]{}]/g)) {
    if (bracket === ']' || bracket === '}') depth = Math.max(0, depth - 1);
    else if (++depth > deepest) return true;
  }
  return deepestOnOneLine.test(text);
}

/** One slip makes the parser stumble again right behind it. */
function firstOfEachLine(problems: readonly ConfigProblem[]): ConfigProblem[] {
  const lines = problems.map(({ source }) => source.line);
  return problems.filter(({ source }, index) => lines.indexOf(source.line) === index);
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
