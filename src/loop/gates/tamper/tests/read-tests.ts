import { annotatedTests } from './annotated.ts';
import { goTests, phpTests, rubyTests } from './functions.ts';
import { javascriptTests } from './javascript.ts';
import type { Language } from './language.ts';
import { pythonTests } from './python.ts';
import type { TestCase } from './test-case.ts';

const readers: Readonly<Record<Language, (text: string) => readonly TestCase[]>> = {
  javascript: javascriptTests,
  python: pythonTests,
  go: goTests,
  rust: (text) => annotatedTests(text, 'rust'),
  jvm: (text) => annotatedTests(text, 'jvm'),
  csharp: (text) => annotatedTests(text, 'csharp'),
  ruby: rubyTests,
  php: phpTests,
};

/** The tests in a source, as far as they can be seen without running it. */
export function readTests(text: string, language: Language): readonly TestCase[] {
  return readers[language](text);
}
