import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { type ConfigJsonSchema, configJsonSchema } from '../src/app/config/json-schema.ts';
import { isTree } from '../src/app/config/layer.ts';
import { configSchema } from '../src/app/config/schema.ts';
import { productSources, repository } from './support/product-sources.ts';

const folder = path.join(repository, 'docs');
const guides = readdirSync(folder)
  .filter((name) => name.endsWith('.md'))
  .map((name) => ({ name, text: readFileSync(path.join(folder, name), 'utf8') }));
const quoted = (pattern: RegExp) =>
  guides.flatMap(({ name, text }) =>
    [...text.matchAll(pattern)].map(([, what = '']) => ({ name, what })),
  );

/** Every key by its path, with a star for names that people choose. */
function keysOf(schema: ConfigJsonSchema, above = ''): string[] {
  const named = Object.entries(schema.properties ?? {});
  const chosen = [schema.items, schema.additionalProperties].filter(isTree);
  return [
    ...named.flatMap(([key, child]) => [above + key, ...keysOf(child, `${above}${key}.`)]),
    ...chosen.flatMap((child) => [`${above}*`, ...keysOf(child, `${above}*.`)]),
  ];
}

describe('settings that documents name', () => {
  const keys = keysOf(configJsonSchema());
  const sections = new Set(keys.flatMap((key) => key.split('.').slice(0, -1)));
  /** From the top, or from a section whose page it is: `storage.backend` is in `learning.mcp_context`. */
  const isKey = (name: string) => {
    const wanted = name.replaceAll(/\b[A-Z]+\b/g, '*');
    return keys.some((key) => key === wanted || key.endsWith(`.${wanted}`));
  };

  it('are there', () => {
    const named = quoted(/`([a-z_]+(?:\.[a-zA-Z_]+)+)(?::[^`]*)?`/g)
      .filter(({ what }) => sections.has(what.split('.')[0] ?? ''))
      .filter(({ what }) => !/\.(?:jsonc?|jsonl|ts)$/.test(what));
    expect(named.length).toBeGreaterThan(40);
    expect(named.filter(({ what }) => !isKey(what))).toEqual([]);
  });

  it('would be found out', () => {
    expect(isKey('budgets.iteration')).toBe(false);
    expect(isKey('recipes.NAME.base')).toBe(true);
  });

  it('make examples that are taken', () => {
    // Those of ab.md configure a benchmark.
    const examples = quoted(/^( *```yaml\n[\s\S]*?^ *)```/gm).filter(
      ({ name }) => name !== 'ab.md',
    );
    expect(examples.length).toBeGreaterThan(3);
    for (const { name, what } of examples) {
      const text = what.replace(/^ *```yaml\n/, '');
      expect([name, configSchema.safeParse(parse(text)).error?.issues]).toEqual([name, undefined]);
    }
  });
});

it('variables that people may set are in the documents', () => {
  const reference = readFileSync(path.join(folder, 'reference', 'configuration.md'), 'utf8');
  const documents = [...guides.map(({ text }) => text), reference].join('\n');
  const read = productSources().flatMap(
    ({ text }) => text.match(/\bRALPH_[A-Z]+(?:_[A-Z]+)*\b/g) ?? [],
  );
  // Between processes of Ralph's own.
  const own = ['RALPH_DEMO_SCRIPT', 'RALPH_LAUNCH'];
  const missing = [...new Set(read)].filter((name) => !documents.includes(`\`${name}\``));
  expect(missing.toSorted()).toEqual(own);
});

it('variables that documents name are read somewhere', () => {
  const sources = productSources()
    .map(({ text }) => text)
    .join('\n');
  const named = quoted(
    /`((?:RALPH|AGENT|ALLOWED|CLAUDE|CODEX|COPILOT|GEMINI|XDG|MAX|PROMPT|PRD)_[A-Z_]+)`/g,
  );
  expect(named.length).toBeGreaterThan(20);
  expect(named.filter(({ what }) => !sources.includes(what))).toEqual([]);
});
