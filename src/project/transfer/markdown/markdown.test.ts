import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseTasks } from './parse-tasks.ts';
import { type PrintedFeature, printTasks } from './print-tasks.ts';
import { type FieldValue, isFieldName, markdownFields } from './task-fields.ts';

const awkward = fc.constantFrom(
  '- [ ] not a task',
  '## not a heading',
  '> quoted',
  '"in quotes"',
  '"unfinished',
  'ends with {#key}',
  '  spaces around  ',
  '```\ncode\n```',
  '- priority: high',
  'a, b, c',
  '*em* _em_ `code` [link](x) <b> | # \\',
  'one\ntwo\n\n  three\n',
  '\n',
  '\t',
  'naïve 漢字 🧑‍💻 \u200f عربى',
  'line\u2028separator',
  'carriage\rreturn\r\n',
  '\u0000\u0007\u0085\ufeff',
  '__proto__',
);
const anyText = fc.oneof(
  awkward,
  fc.string({ unit: 'binary' }),
  fc.string({ unit: 'grapheme', maxLength: 40 }),
  fc.array(awkward, { maxLength: 3 }).map((parts) => parts.join('\n')),
);
const title = anyText.filter((text) => text.trim() !== '');
const key = fc.oneof(fc.stringMatching(/^[A-Za-z0-9][A-Za-z0-9_.:-]{0,12}$/), title);
const json = fc
  .dictionary(fc.string(), fc.jsonValue({ maxDepth: 2 }), { maxKeys: 3 })
  .map((value) => JSON.parse(JSON.stringify(value)));

const byKind: Readonly<Record<string, fc.Arbitrary<FieldValue>>> = {
  word: title,
  text: anyText,
  number: fc.integer(),
  list: fc.array(anyText, { maxLength: 4 }),
  words: fc.array(anyText, { maxLength: 4 }),
  json,
};
const values = fc
  .tuple(
    ...Object.entries(markdownFields).map(([name, { kind }]) =>
      fc.option(
        (byKind[kind] ?? anyText).map((value) => [name, value] as const),
        { nil: undefined },
      ),
    ),
  )
  .map(
    (fields) =>
      new Map(
        fields.flatMap((field) => {
          const [name, value] = field ?? ['key', ''];
          return name !== 'key' && isFieldName(name) ? [[name, value]] : [];
        }),
      ),
  );

const task = fc.record({
  checked: fc.boolean(),
  title,
  key: fc.option(key),
  criteria: fc.option(
    fc.array(fc.record({ text: anyText, met: fc.boolean() }), { minLength: 1, maxLength: 3 }),
    { nil: undefined },
  ),
  values,
});
const feature: fc.Arbitrary<PrintedFeature> = fc.record({
  heading: fc.record({ text: title, key: fc.constantFrom('auth', 'billing', 'x_y') }),
  description: anyText,
  tasks: fc.array(task, { maxLength: 3 }),
});

const withoutLines = ({ features }: ReturnType<typeof parseTasks>) =>
  features.slice(1).map(({ line: _, tasks, ...rest }) => ({
    ...rest,
    tasks: tasks.map(({ line: __, ...each }) => each),
  }));

describe('a task list that is printed', () => {
  it('reads back as what it was, whatever the texts are', () => {
    fc.assert(
      fc.property(fc.array(feature, { minLength: 1, maxLength: 3 }), (features) => {
        const parsed = parseTasks(printTasks(features));
        expect(parsed.problems).toEqual([]);
        expect(parsed.ignored).toEqual([]);
        expect(withoutLines(parsed)).toEqual(features);
      }),
      { numRuns: 200 },
    );
  });

  it('reads back the same from a file with Windows line ends', () => {
    fc.assert(
      fc.property(feature, (each) => {
        const text = printTasks([each]);
        expect(parseTasks(`\ufeff${text.replaceAll('\n', '\r\n')}`)).toEqual(parseTasks(text));
      }),
    );
  });
});

describe('a task list that a person wrote', () => {
  const read = (text: string) => parseTasks(text);

  it('has features, tasks, criteria, fields and plain descriptions', () => {
    const { features, problems, ignored } = read(`
# The plan

Some words about it.

## Sign in

What people see first.

- [ ] Add the form
  Two fields and a button.

  No more than that.
  - [ ] It shows an
    error
  - [x] "It has \\u0022 in it"
  - Priority: high
  - files: src/form.ts, src/form.css
  - hints:
    > Look at
    > the old one
* [x] Write the test {#US-2}
    - depends on:
        - US-1
1. [ ] Numbered

\`\`\`
- [ ] an example
\`\`\`
- not a task
`);
    expect(problems).toEqual([]);
    expect(ignored).toEqual([4, 27, 28, 29, 30]);
    expect(features).toMatchObject([
      { heading: null, tasks: [] },
      {
        heading: { text: 'Sign in', key: null },
        description: 'What people see first.',
        tasks: [
          {
            line: 10,
            checked: false,
            title: 'Add the form',
            key: null,
            criteria: [
              { text: 'It shows an error', met: false },
              { text: 'It has " in it', met: true },
            ],
            values: new Map<string, unknown>([
              ['priority', 'high'],
              ['files', ['src/form.ts', 'src/form.css']],
              ['hints', 'Look at\nthe old one'],
              ['description', 'Two fields and a button.\n\nNo more than that.'],
            ]),
          },
          { title: 'Write the test', key: 'US-2', values: new Map([['depends on', ['US-1']]]) },
          { title: 'Numbered' },
        ],
      },
    ]);
  });

  it('may use only top headings', () => {
    const { features } = read('# auth\n- [ ] One\n# billing\n- [ ] Two\n');
    expect(features.map(({ heading }) => heading?.text)).toEqual([undefined, 'auth', 'billing']);
  });

  it.each([
    [
      '- [ ] T\n  - priorty: high',
      'line 2',
      'has the unknown field "priorty". Did you mean "priority"?',
    ],
    ['- [ ] T\n  - position: first', 'line 2', 'needs a whole number for "position"'],
    ['- [ ] T\n  - external data: {', 'line 2', 'needs JSON for "external data"'],
    ['- [ ] T\n  - status:', 'line 2', 'gives no value for "status"'],
    ['- [ ] T\n  - tags: a\n  - tags: b', 'line 3', 'says "tags" a second time'],
    ['- [ ] T\n  - evidence:\n    none', 'line 3', 'is no item of the list "evidence"'],
    ['- [ ]\n', 'line 1', 'has no title'],
  ])('%j is a mistake', (text, place, message) => {
    expect(read(text).problems).toEqual([{ place, message }]);
  });
});
