import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { applyOperations } from './apply-operations.ts';
import { emptyBook, parseBook } from './book.ts';
import { bookVersions, exampleBook } from './testing/example-books.ts';

const now = new Date('2026-05-01T10:00:00.250Z');
const time = '2026-05-01T10:00:00.250000+00:00';

/** Read and written without a change. */
function roundTrip(text: string): string {
  return applyOperations(parseBook(text), [], now).text;
}

describe.each(bookVersions)('a book of version %s', (version) => {
  const text = exampleBook(version);

  it('is recognised and comes back as the same bytes', () => {
    expect(parseBook(text).format.version).toBe(version);
    expect(roundTrip(text)).toBe(text);
  });

  it('gets new skills in its own shape, and nothing else changes', () => {
    const add = { type: 'ADD', section: 'Task Guidance', content: 'Zuerst lesen. ✓' } as const;
    const after = applyOperations(parseBook(text), [add], now);
    expect(after.outcomes).toMatchObject([{ applied: true, skill_id: 'task-00004' }]);
    const before = parseBook(text);
    const changed = parseBook(after.text);
    expect(changed.format).toEqual(before.format);
    for (const [id, { raw }] of before.skills) expect(changed.skills.get(id)?.raw).toEqual(raw);
    const added = JSON.parse(changed.skills.get('task-00004')?.raw.value ?? '');
    expect(Object.keys(added)).toEqual([...before.format.fields]);
    expect(added).toMatchObject({ content: 'Zuerst lesen. ✓', created_at: time });
    expect([...changed.sections.keys()]).toEqual(['testing', 'error_handling', 'Task Guidance']);
    expect(changed.nextId).toBe(4);
  });

  it('counts only where it has counts', () => {
    const tag = { type: 'TAG', skill_id: 'testing-00001', metadata: { helpful: 1 } } as const;
    const { text: tagged, outcomes } = applyOperations(parseBook(text), [tag], now);
    if (version === '0.9.3') {
      expect(outcomes).toMatchObject([{ applied: false }]);
      expect(tagged).toBe(text);
      return;
    }
    const lines = text.split('\n');
    const different = tagged.split('\n').filter((line, n) => line !== lines[n]);
    expect(different.map((line) => line.trim())).toEqual([
      '"helpful": 5,',
      `"updated_at": "${time}"${version === '0.1' ? '' : ','}`,
    ]);
  });

  it('loses the vector of words that were replaced', () => {
    const update = { type: 'UPDATE', skill_id: 'testing-00001', content: 'Other words.' } as const;
    const { text: updated } = applyOperations(parseBook(text), [update], now);
    const skill = JSON.parse(parseBook(updated).skills.get('testing-00001')?.raw.value ?? '');
    expect(skill.content).toBe('Other words.');
    if (version === '0.9.3') expect(skill).not.toHaveProperty('embedding');
    else expect(skill.embedding ?? null).toBeNull();
    expect(Object.keys(skill)).toEqual([...parseBook(text).format.fields]);
  });

  it('is left without the skill and its empty section after a removal', () => {
    const remove = { type: 'REMOVE', skill_id: 'error_handling-00002' } as const;
    const changed = parseBook(applyOperations(parseBook(text), [remove], now).text);
    expect(changed.skills.has('error_handling-00002')).toBe(false);
    expect([...changed.sections.keys()]).toEqual(['testing']);
  });
});

it('keeps the way a file is written, whoever wrote it', () => {
  const model = JSON.parse(exampleBook('0.7').replace(/\d+e[+-]\d+/g, '1'));
  const ascii = (text: string) =>
    text.replace(
      /[\u0080-\uffff]/g,
      (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
    );
  const add = { type: 'ADD', section: 'testing', content: 'Neu: größer' } as const;
  const expected = structuredClone(model);
  const fields = { helpful: 0, harmful: 0, neutral: 0, created_at: time, updated_at: time };
  expected.skills['testing-00004'] = {
    ...{ id: 'testing-00004', section: 'testing', content: 'Neu: größer', ...fields },
    ...{ embedding: null, status: 'active' },
  };
  expected.sections.testing.push('testing-00004');
  expected.next_id = 4;
  const written: readonly ((value: unknown) => string)[] = [
    (value) => JSON.stringify(value, null, 2),
    (value) => `${JSON.stringify(value, null, 4)}\n`,
    (value) => JSON.stringify(value, null, '\t').replaceAll('\n', '\r\n'),
    (value) => JSON.stringify(value),
    (value) => ascii(JSON.stringify(value, null, 2)),
    (value) => `\ufeff${JSON.stringify(value, null, 1)}\n\n`,
  ];
  for (const write of written) {
    expect(applyOperations(parseBook(write(model)), [add], now).text).toBe(write(expected));
  }
});

const anyText = fc.string({ unit: 'binary', maxLength: 30 });
const anyJson = fc.jsonValue({ maxDepth: 3 });
const anySkill = fc
  .tuple(
    fc.record({ section: anyText, content: anyText }),
    fc.constantFrom({}, { helpful: 1, harmful: 0, neutral: 2 }),
    fc.constantFrom({}, { status: 'active' }, { status: 'invalid' }),
    fc.dictionary(fc.string({ minLength: 1, maxLength: 8 }), anyJson, { maxKeys: 3 }),
  )
  .map(([skill, counts, status, more]) => ({ ...more, ...skill, ...counts, ...status }));
const anyBook = fc.record({
  skills: fc.dictionary(anyText, anySkill, { maxKeys: 6 }),
  sections: fc.dictionary(anyText, fc.array(anyText, { maxLength: 3 }), { maxKeys: 3 }),
  next_id: fc.nat(),
  similarity_decisions: fc.dictionary(anyText, anyJson, { maxKeys: 2 }),
});
const anyIndent = fc.constantFrom('', ' ', '  ', '    ', '\t');

describe('any book', () => {
  it('comes back as the same bytes', () => {
    fc.assert(
      fc.property(anyBook, anyIndent, fc.constantFrom('', '\n', ' \r\n'), (book, indent, end) => {
        const text = JSON.stringify(book, null, indent) + end;
        expect(roundTrip(text)).toBe(text);
      }),
      { numRuns: 300 },
    );
  });

  it('changes in the skill that is changed and nowhere else', () => {
    fc.assert(
      fc.property(anyBook, anyIndent, anyText, fc.nat(), (book, indent, words, pick) => {
        const text = JSON.stringify(book, null, indent);
        const ids = Object.keys(book.skills);
        const id = ids[pick % Math.max(1, ids.length)];
        if (id === undefined || id.trim() === '') return;
        const update = { type: 'UPDATE', skill_id: id, content: `x${words}` } as const;
        const [before, after] = [
          parseBook(text),
          parseBook(applyOperations(parseBook(text), [update], now).text),
        ];
        for (const [other, { raw }] of before.skills) {
          if (other !== id) expect(after.skills.get(other)?.raw).toEqual(raw);
        }
        expect(after.root.filter(({ key }) => key !== 'skills')).toEqual(
          before.root.filter(({ key }) => key !== 'skills'),
        );
        const again = applyOperations(after, [{ type: 'REMOVE', skill_id: id }], now).text;
        expect(parseBook(again).skills.size).toBe(before.skills.size - 1);
      }),
      { numRuns: 200 },
    );
  });
});

it('grows from nothing into what every version since 0.7 reads', () => {
  const add = { type: 'ADD', section: 'k8s', content: 'Ask for the context first.' } as const;
  const { text } = applyOperations(
    parseBook(emptyBook),
    [add, { ...add, content: 'And again.' }],
    now,
  );
  expect(text).toBe(JSON.stringify(JSON.parse(text), null, 2));
  expect(Object.keys(JSON.parse(text).skills)).toEqual(['k_s-00001', 'k_s-00002']);
  expect(parseBook(text).format.version).toBe('0.7');
});

it('keeps secrets out of a book, whichever field of an operation brings them', () => {
  const secret = `AKIA${'Q7'.repeat(8)}`;
  const { text } = applyOperations(
    parseBook(exampleBook('0.9.3')),
    [
      {
        type: 'ADD',
        section: `Keys ${secret}`,
        content: secret,
        justification: secret,
        evidence: secret,
        insight_source: { trace_id: secret, learning_text: `with ${secret}` },
      },
    ],
    now,
  );
  expect(text).not.toContain(secret);
  expect(text).toContain('with [redacted:aws_access_key]');
});
