import { maskCode } from './mask-code.ts';
import { afterBracket, elementsIn, isWithin, type Range, type TestCase } from './test-case.ts';

/** `it`, `xit`, `test.skip.each`, `describe.only` …, as vitest, jest, mocha, node:test, playwright and others have them. */
const call =
  /(?<![\w$.])(x|f)?(describe|context|suite|it|test|specify)((?:\.\w+)*)\s*(?:<[^<>()]*>\s*)?(?=[(`])/g;
const modifiers = new Set(
  'skip only each for todo concurrent sequential shuffle fails failing fixme skipIf runIf describe serial parallel'.split(
    ' ',
  ),
);
/** Words that take an argument list of their own before that of the test. */
const takesList = /\.(?:each|for|skipIf|runIf)$/;
const skipWords = /\.(?:skip|skipIf|runIf|todo|fixme|fails|failing)\b/;
const skipsItself = /\b(?:t|ctx|context|this|test|it)\.(?:skip|todo|fixme)\s*\(/;

interface Block extends Range {
  readonly isSuite: boolean;
  readonly skipped: boolean;
  readonly focused: boolean;
  readonly title: string | undefined;
  readonly rows: number;
}

export function javascriptTests(text: string): readonly TestCase[] {
  const code = maskCode(text, 'javascript');
  const blocks = [...code.matchAll(call)].flatMap((found) => readBlock(found, code, text));
  const suites = blocks.filter((block) => block.isSuite);
  const skippedSuites = suites.filter((suite) => suite.skipped);
  const focused = suites
    .filter((suite) => suite.focused)
    .map(({ title }) => focusOf(title ?? 'a suite'));
  const tests = blocks.flatMap(({ isSuite, title, start, end, skipped, focused, rows }) => {
    if (isSuite || title === undefined) return [];
    const body = code.slice(start, end);
    const isSkipped = skipped || skipsItself.test(body) || isWithin(start, skippedSuites);
    return [{ title, body, skipped: isSkipped, focused, rows }];
  });
  return [...tests, ...focused];
}

/** A suite counts as a test only for being focused. */
function focusOf(title: string): TestCase {
  return { title, body: '', skipped: true, focused: true, rows: 1 };
}

function readBlock(found: RegExpExecArray, code: string, text: string): Block[] {
  const [whole, prefix = '', word = '', chain = ''] = found;
  const words = chain.split('.').filter(Boolean);
  if (words.some((modifier) => !modifiers.has(modifier))) return [];
  const start = found.index;
  let open = start + whole.length;
  let rows = 1;
  if (takesList.test(chain)) {
    const after = afterList(code, open);
    if (/\.(?:each|for)$/.test(chain)) rows = rowsOf(code, text, open, after);
    open = code.indexOf('(', after);
    // Something that is called later, under another name.
    if (open === -1 || code.slice(after, open).trim() !== '') return [];
  }
  if (code[open] !== '(') return [];
  const end = afterBracket(code, open);
  const isSuite = /^(?:describe|context|suite)$/.test(word) || words.includes('describe');
  const title = titleAt(text, code, open + 1);
  // `test(value)` is somebody's function; a suite may be named after a class.
  if (title === undefined && !isSuite) return [];
  const options = optionsOf(code.slice(open, end));
  return [
    {
      start,
      end,
      isSuite,
      title,
      rows,
      skipped:
        prefix === 'x' || skipWords.test(chain) || /\b(?:skip|todo)\s*:\s*(?!false)/.test(options),
      focused: prefix === 'f' || words.includes('only') || /\bonly\s*:\s*true/.test(options),
    },
  ];
}

function titleAt(text: string, code: string, from: number): string | undefined {
  const at = from + (/^\s*/.exec(code.slice(from, from + 200))?.[0].length ?? 0);
  const quote = code[at] ?? '';
  if (!`'"\``.includes(quote)) return undefined;
  const end = code.indexOf(quote, at + 1);
  return end === -1 ? undefined : text.slice(at + 1, end);
}

/** What stands between the title and the function. */
function optionsOf(call: string): string {
  const body = call.search(/=>|\bfunction\b/);
  return body === -1 ? '' : call.slice(0, body);
}

/** The place after a table in brackets or in a template. */
function afterList(code: string, open: number): number {
  if (code[open] !== '`') return afterBracket(code, open);
  const end = code.indexOf('`', open + 1);
  return end === -1 ? code.length : end + 1;
}

function rowsOf(code: string, text: string, open: number, after: number): number {
  if (code[open] === '`') {
    const lines = text.slice(open + 1, after - 1).split('\n');
    return Math.max(1, lines.filter((line) => line.includes('${')).length);
  }
  const first = /\S/.exec(code.slice(open + 1))?.index ?? 0;
  const inline = open + 1 + first;
  if (code[inline] === '[') return elementsIn(code, inline);
  const name = /^[\w$]+/.exec(code.slice(inline))?.[0];
  const declared =
    name === undefined
      ? null
      : new RegExp(`\\b(?:const|let|var)\\s+${name.replace(/\$/g, '\\$')}\\b[^=;]*=\\s*\\[`).exec(
          code,
        );
  return declared ? elementsIn(code, declared.index + declared[0].length - 1) : 1;
}
