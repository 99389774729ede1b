import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { countTokens as reference } from 'gpt-tokenizer/encoding/o200k_base';
import { rolldown } from 'rolldown';
import { expect, test } from 'vitest';
import { countTokens } from './tokens.ts';

test.each([
  ['', 0],
  ['hello world', 2],
  ['Grüße, 世界! 👋', 8],
  ['const answer = 42;\n', 6],
])('%j has %i tokens', async (text, tokens) => {
  expect(await countTokens(text)).toBe(tokens);
});

test('long text with spaces is counted exactly as by the tokenizer in one go', async () => {
  for (const file of ['files.ts', 'paths.ts', 'logger.ts', 'README.md']) {
    const text = (await readFile(path.join(import.meta.dirname, file), 'utf8')).repeat(5);
    expect(await countTokens(text)).toBe(reference(text));
  }
});

test.each([
  ['<|endoftext|>', 7],
  ['<|endofprompt|>', 7],
  ['a<|im_start|>b', 8],
])('%s is text of %i tokens, not a control word', async (text, tokens) => {
  expect(await countTokens(text)).toBe(tokens);
});

test('the vocabulary is a part of its own, loaded on first use', async () => {
  const build = await rolldown({ input: path.join(import.meta.dirname, 'tokens.ts') });
  const { output } = await build.generate({ format: 'esm' });
  await build.close();
  expect(output[0].imports).toEqual([]);
  expect(output[0].dynamicImports).toHaveLength(1);
  expect(output[0].code.length).toBeLessThan(10_000);
});

test.each(['a', '漢', '👩‍👩‍👧', ' ', '\n', '!', '\ud800'])(
  'an unbroken run of %j is counted nearly as in one go, and in bounded time when huge',
  async (unit) => {
    const some = unit.repeat(Math.ceil(2_000 / unit.length));
    const exact = reference(some);
    const counted = await countTokens(some);
    expect(counted).toBeGreaterThanOrEqual(exact);
    expect(counted).toBeLessThanOrEqual(exact + Math.ceil(some.length / 512) * 2);
    expect(await countTokens(unit.repeat(Math.ceil(100_000 / unit.length)))).toBeGreaterThan(exact);
  },
);

test('past a million characters the rest is charged at the same rate', async () => {
  const sentence = 'The quick brown fox jumps over the lazy dog. ';
  const million = await countTokens(sentence.repeat(22_222));
  const tenMillion = await countTokens(sentence.repeat(222_220));
  expect(tenMillion / million).toBeCloseTo(10, 1);
});
