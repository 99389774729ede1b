import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { productSources, repository } from './support/product-sources.ts';

const read = (name: string) => readFileSync(path.join(repository, name), 'utf8');
const sources = [...productSources().map(({ text }) => text), read('ralph')]
  .join('\n')
  .replaceAll("\\'", "'");

/** The parts of a message that are always the same; shorter ones would be found anywhere. */
const fixedParts = (message: string) =>
  message
    .split('…')
    .map((part) => part.trim())
    .filter((part) => part.length >= 8);

describe('docs/troubleshooting.md', () => {
  const messages = read('docs/troubleshooting.md')
    .split('\n')
    .flatMap((line) => /^\| `([^`]+)` \|/.exec(line)?.[1] ?? []);

  it('is about messages', () => expect(messages.length).toBeGreaterThan(40));

  it.each(messages)('%s', (message) => {
    const parts = fixedParts(message);
    expect(parts.length).toBeGreaterThan(0);
    expect(parts.filter((part) => !sources.includes(part))).toEqual([]);
  });
});
