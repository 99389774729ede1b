import type { Language } from './language.ts';
import { maskCode } from './mask-code.ts';
import { afterBracket, isWithin, type Range, type TestCase } from './test-case.ts';

/** How a language marks its tests with words in front of a function. */
interface Marks {
  /** One mark, at the start of what is left of a line. */
  readonly mark: RegExp;
  readonly isTest: RegExp;
  readonly skips: RegExp;
  /** In the body. */
  readonly skipsItself: RegExp;
  readonly name: RegExp;
  readonly row: RegExp;
}

const never = /(?!)/;
const marks: Readonly<Partial<Record<Language, Marks>>> = {
  rust: {
    mark: /^\s*#!?\[/,
    isTest: /#\[\s*(?:[\w:]+::)?(?:test|rstest|test_case|quickcheck|wasm_bindgen_test)\b/,
    skips: /#\[\s*(?:ignore\b|cfg_attr\([^\]]*\bignore\b|cfg\(\s*(?:any\(\s*\)|FALSE|never)\s*\))/,
    skipsItself: never,
    name: /\bfn\s+(\w+)/,
    row: /#\[\s*(?:test_case|case)\b/g,
  },
  jvm: {
    mark: /^\s*@\w/,
    isTest: /@(?:Test|ParameterizedTest|RepeatedTest|TestFactory|TestTemplate|Property)\b/,
    skips:
      /@(?:Disabled\w*|Ignore\w*|EnabledIf\w*|EnabledOn\w*)\b|@Test\s*\([^)]*\benabled\s*=\s*false/,
    skipsItself:
      /\bassum(?:e(?:True|False|That|NotNull)?|ingThat)\s*\(|\bthrow\s+new\s+SkipException\b/,
    name: /(?:\bfun\s+(`[^`\n]*`|\w+)|\b(\w+))\s*\(/,
    row: never,
  },
  csharp: {
    mark: /^\s*\[/,
    isTest:
      /\[\s*(?:Fact|Theory|Test|TestMethod|TestCase|TestCaseSource|DataTestMethod)\b|,\s*(?:Fact|Test)\b/,
    skips: /\[\s*(?:Ignore|Explicit)\b|,\s*Ignore\b|\bSkip\s*=|\bIgnore\s*=/,
    skipsItself: /\bAssert\.(?:Ignore|Inconclusive|Skip\w*)\s*\(|\bSkip\.(?:If|IfNot|Always)\s*\(/,
    name: /\b(\w+)\s*(?:<[^<>]*>)?\s*\(/,
    row: /\[\s*(?:InlineData|TestCase|DataRow)\b/g,
  },
};

/** Tests of languages that mark them: `#[test]`, `@Test`, `[Fact]`. */
export function annotatedTests(text: string, language: Language): readonly TestCase[] {
  const rules = marks[language];
  if (!rules) return [];
  const code = maskCode(text, language);
  const tests: (TestCase & { readonly start: number })[] = [];
  const skippedTypes: Range[] = [];
  for (const { annotations, rest, start } of annotated(code, rules.mark)) {
    const head = code.slice(rest, code.indexOf('{', rest) + 1 || rest + 300);
    const end = afterBracket(code, rest + head.length - 1);
    const skipped = rules.skips.test(annotations);
    if (/\b(?:class|interface|object|struct|mod|impl)\s+\w/.test(head)) {
      if (skipped) skippedTypes.push({ start: rest, end });
    } else if (rules.isTest.test(annotations)) {
      const name = rules.name.exec(head);
      const body = code.slice(rest, end);
      tests.push({
        title: name?.[1] ?? name?.[2] ?? '',
        body,
        skipped: skipped || rules.skipsItself.test(body),
        focused: false,
        rows: Math.max(1, annotations.match(rules.row)?.length ?? 0),
        start,
      });
    }
  }
  return tests.map(({ start, ...test }) => ({
    ...test,
    skipped: test.skipped || isWithin(start, skippedTypes),
  }));
}

/** Each run of marks with the place where what they mark begins. */
function* annotated(
  code: string,
  mark: RegExp,
): Generator<{ annotations: string; rest: number; start: number }> {
  let at = 0;
  while (at < code.length) {
    const start = at;
    while (mark.test(code.slice(at, at + 200))) at = afterMark(code, at);
    if (at > start) yield { annotations: code.slice(start, at), rest: at, start };
    const next = code.indexOf('\n', at);
    if (next === -1) return;
    at = next + 1;
  }
}

function afterMark(code: string, from: number): number {
  const at = from + code.slice(from).search(/\S/);
  if (code[at] !== '@') return afterBracket(code, code.indexOf('[', at));
  const name = /^@[\w.:]+\s*/.exec(code.slice(at, at + 200))?.[0].length ?? 1;
  return code[at + name] === '(' ? afterBracket(code, at + name) : at + name;
}
