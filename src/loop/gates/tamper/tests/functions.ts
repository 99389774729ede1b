import { maskCode } from './mask-code.ts';
import { afterBracket, type TestCase } from './test-case.ts';

/** Go: functions called `Test…`; `t.Skip` in one of them skips it. */
export function goTests(text: string): readonly TestCase[] {
  const code = maskCode(text, 'go');
  // A build constraint can take the whole file out.
  const constrained = /^\/\/(?:go:build|\s*\+build)\s+.*\b(?:ignore|never|none|skip)\b/m.test(text);
  return [...code.matchAll(/^func\s+((?:Test|Fuzz|Example)\w*)\s*\(/gm)].map((found) => {
    const body = code.slice(found.index, afterBracket(code, code.indexOf('{', found.index)));
    const skipped = constrained || /\.(?:Skip|Skipf|SkipNow)\s*\(/.test(body);
    return { title: found[1] ?? '', body, skipped, focused: false, rows: 1 };
  });
}

/** PHPUnit methods, and Pest's `it` and `test`. */
export function phpTests(text: string): readonly TestCase[] {
  const code = maskCode(text, 'php');
  const methods = [...code.matchAll(/\bfunction\s+(\w+)\s*\(/g)].flatMap((found) => {
    const title = found[1] ?? '';
    const above = text.slice(Math.max(0, found.index - 300), found.index);
    const marked = /(?:#\[Test\]|@test\b)(?![\s\S]*[;}])/.test(above);
    if (!title.startsWith('test') && !marked) return [];
    const body = code.slice(found.index, afterBracket(code, code.indexOf('{', found.index)));
    const skipped = /\bmarkTest(?:Skipped|Incomplete)\s*\(/.test(body);
    return [{ title, body, skipped, focused: false, rows: 1 }];
  });
  const pest = [...code.matchAll(/(?<![\w$>:])(?:it|test)\s*\(\s*(['"])/g)].map((found) => {
    const quote = found.index + found[0].length;
    const title = text.slice(quote, code.indexOf(found[1] ?? '"', quote));
    const end = afterBracket(code, code.indexOf('(', found.index));
    const chain = /^(?:\s*->\w+\([^()]*\))*/.exec(code.slice(end, end + 500))?.[0] ?? '';
    const skipped = /->(?:skip\w*|todo)\(/.test(chain);
    const body = code.slice(found.index, end);
    return { title, body, skipped, focused: /->only\(/.test(chain), rows: 1 };
  });
  return [...methods, ...pest];
}

const rubyBlock =
  /^([ \t]*)(?:RSpec\.)?(x|f)?(it|specify|example|scenario|test|describe|context|feature|skip|pending|def)\b[ \t(]*(?:(test_\w+)|(['"])|[A-Z])/gm;

/** RSpec and minitest; a block ends with the `end` of its own indentation. */
export function rubyTests(text: string): readonly TestCase[] {
  const code = maskCode(text, 'ruby');
  const blocks = [...code.matchAll(rubyBlock)].map((found) => {
    const [whole, indent = '', prefix = '', word = '', method, quote] = found;
    const start = found.index;
    const line = code.slice(start, (code.indexOf('\n', start) + 1 || code.length + 1) - 1);
    const opens = /\bdo\b|\{\s*$/.test(line) || method !== undefined;
    const close = new RegExp(`^${indent}(?:end\\b|\\})`, 'm').exec(code.slice(start + line.length));
    const length = opens && close ? line.length + close.index : line.length;
    const after = start + whole.length;
    const isSuite = /^(?:describe|context|feature)$/.test(word);
    return {
      start,
      end: start + length,
      isSuite,
      isTest: quote !== undefined ? !isSuite : method !== undefined,
      title: method ?? (quote ? text.slice(after, code.indexOf(quote, after)) : line.trim()),
      skipped: prefix === 'x' || /^(?:skip|pending)$/.test(word) || skipTag.test(line),
      focused: prefix === 'f' || /\bfocus:\s*true|,\s*:focus\b/.test(line),
      body: code.slice(start, start + length),
    };
  });
  const skippedSuites = blocks.filter((block) => block.isSuite && block.skipped);
  return blocks
    .filter((block) => block.isTest || block.focused)
    .map(({ title, body, skipped, focused, isSuite, start }) => ({
      title,
      body,
      skipped:
        skipped ||
        isSuite ||
        /^[ \t]+(?:skip|pending)\b(?!\s*=)/m.test(body.slice(body.indexOf('\n') + 1)) ||
        skippedSuites.some((suite) => suite.start < start && start < suite.end),
      focused,
      rows: 1,
    }));
}

const skipTag = /\b(?:skip|pending):|,\s*:(?:skip|pending)\b/;
