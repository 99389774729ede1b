import { maskCode } from './mask-code.ts';
import { elementsIn, isWithin, type Range, type TestCase } from './test-case.ts';

const skipDecorator = /^\s*@\s*[\w.]*(?:skip|xfail|expectedFailure)/im;
const skipsItself =
  /\bpytest\.(?:skip|xfail)\s*\(|\bself\.skipTest\s*\(|\braise\s+(?:unittest\.)?SkipTest\b/;
const wholeModule =
  /^pytestmark\s*=.*\bskip|^pytest\.skip\s*\(|^pytest\.importorskip\s*\(|^__test__\s*=\s*False/m;

interface Definition extends Range {
  readonly word: string;
  readonly name: string;
  readonly decorators: string;
}

export function pythonTests(text: string): readonly TestCase[] {
  const code = maskCode(text, 'python');
  const definitions = readDefinitions(code);
  const all = wholeModule.test(code);
  const skippedClasses = definitions.filter(
    ({ word, decorators, start, end }) =>
      word === 'class' &&
      (skipDecorator.test(decorators) || /^\s+__test__\s*=\s*False/m.test(code.slice(start, end))),
  );
  return definitions
    .filter(({ word, name }) => word === 'def' && name.startsWith('test'))
    .map(({ name, decorators, start, end }) => {
      const body = code.slice(start, end);
      const skipped =
        all ||
        skipDecorator.test(decorators) ||
        skipsItself.test(body) ||
        isWithin(start, skippedClasses);
      return { title: name, body, skipped, focused: false, rows: rowsOf(decorators) };
    });
}

function readDefinitions(code: string): Definition[] {
  const lines = code.split('\n');
  const found: (Definition & { readonly indent: number })[] = [];
  let open: (Definition & { readonly indent: number })[] = [];
  let decorators = '';
  let depth = 0;
  let at = 0;
  const close = (indent: number) => {
    for (const one of open.filter((each) => each.indent >= indent)) found.push({ ...one, end: at });
    open = open.filter((each) => each.indent < indent);
  };
  for (const line of lines) {
    const indent = line.search(/\S/);
    // Inside a decorator's brackets neither indentation nor words count.
    if (depth > 0) decorators += `${line}\n`;
    else if (indent >= 0) {
      close(indent);
      const defined = /^\s*(?:async\s+)?(def|class)\s+(\w+)/.exec(line);
      const [, word = '', name = ''] = defined ?? [];
      if (defined) open.push({ word, name, decorators, start: at, end: at, indent });
      decorators = line.trimStart().startsWith('@') ? `${decorators}${line}\n` : '';
    }
    if (decorators !== '') depth = Math.max(0, depth + balance(line));
    at += line.length + 1;
  }
  close(0);
  return found.sort((a, b) => a.start - b.start);
}

function balance(line: string): number {
  return (line.match(/[([{]/g)?.length ?? 0) - (line.match(/[)\]}]/g)?.length ?? 0);
}

function rowsOf(decorators: string): number {
  let rows = 1;
  for (const { index } of decorators.matchAll(/\bparametrize\s*\(/g)) {
    const list = decorators.indexOf('[', index);
    if (list !== -1) rows *= Math.max(1, elementsIn(decorators, list));
  }
  return rows;
}
