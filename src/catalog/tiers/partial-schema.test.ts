import { describe, expect, it } from 'vitest';
import { countTokens } from '../../base/tokens.ts';
import { openCatalog } from '../testing/catalog-fixture.ts';
import type { FullTool } from './schema-tier.ts';

function nested(levels: number): object {
  let schema: object = { type: 'string', description: 'the bottom' };
  for (let level = 0; level < levels; level++)
    schema = { type: 'object', properties: { [`level${level}`]: schema } };
  return schema;
}

function properties(count: number, make: (n: number) => object): object {
  return Object.fromEntries(Array.from({ length: count }, (_, n) => [`param_${n}`, make(n)]));
}

const longText = (n: number) =>
  `Meaning number ${n}, ${'said at some length '.repeat(20)}end ${n}.`;

const monsters: [string, { description?: string; inputSchema: object; outputSchema?: object }][] = [
  [
    'a list of three thousand values',
    {
      inputSchema: {
        properties: { v: { enum: Array.from({ length: 3_000 }, (_, n) => `v${n}.`) } },
      },
    },
  ],
  [
    'two hundred parameters with a paragraph each, and what is required after them',
    {
      inputSchema: {
        properties: properties(200, (n) => ({ type: 'string', description: longText(n) })),
        required: ['param_199'],
      },
    },
  ],
  [
    'more branches than an answer can name',
    {
      inputSchema: { properties: properties(90, (n) => ({ a: { b: { c: { d: longText(n) } } } })) },
    },
  ],
  ['nesting beyond any cursor', { inputSchema: nested(240) }],
  [
    'names that are longer than the answer may be',
    {
      inputSchema: {
        properties: Object.fromEntries(
          Array.from({ length: 12 }, (_, n) => [
            `${'k y '.repeat(3_000)}${n}.`,
            { type: 'string' },
          ]),
        ),
      },
    },
  ],
  [
    'names of a script that costs a token per byte',
    {
      inputSchema: {
        properties: Object.fromEntries(
          Array.from({ length: 50 }, (_, n) => [`${'𒀀'.repeat(60)}${n}.`, { type: 'string' }]),
        ),
      },
    },
  ],
  [
    'a large answer',
    {
      inputSchema: { type: 'object' },
      outputSchema: { properties: properties(400, (n) => ({ description: `Output ${n}.` })) },
    },
  ],
  [
    'a description like a book',
    { description: longText(7).repeat(200), inputSchema: { type: 'object' } },
  ],
];

describe('a definition that is larger than an answer may be', () => {
  it.each(monsters)(
    '(%s) is read to its end by its cursors, and nothing is lost',
    async (_, tool) => {
      const { call, list } = await openCatalog();
      await list('big', [{ name: 'monster', ...tool }]);
      const seen = new Set<string>();
      let text = '';
      const waiting: (string | undefined)[] = [undefined];
      const asked = new Set<string | undefined>();
      while (waiting.length > 0) {
        const cursor = waiting.shift();
        if (asked.has(cursor)) continue;
        asked.add(cursor);
        const outcome = await call('catalog_schema', {
          tool: 'big/monster',
          ...(cursor !== undefined && { cursor }),
        });
        if (!outcome.ok) throw new Error(outcome.error.message);
        const cost = await countTokens(`${outcome.text}${JSON.stringify(outcome.structured)}`);
        expect(cost).toBeLessThanOrEqual(4_000);
        const [part]: FullTool[] = Object(outcome.structured).tools;
        expect(part?.partial).toBe((part?.cursors ?? []).length > 0);
        collect(part?.parameters, seen);
        collect(part?.returns, seen);
        for (const raw of [part?.parameters, part?.returns, part?.description])
          if (typeof raw === 'string') text += raw.replace(/…$/, '');
        waiting.push(...(part?.cursors ?? []));
      }
      const wanted = new Set<string>();
      for (const part of Object.values(tool)) collect(part, wanted);
      const everything = `${[...seen].join('\n')}\n${text}`;
      const missing = [...wanted].filter((one) => {
        const inJson = JSON.stringify(one).slice(1, -1);
        return !everything.includes(one) && !everything.includes(inJson) && !isPieced(one, seen);
      });
      expect(missing).toEqual([]);
    },
  );

  it('says so when a cursor leads nowhere', async () => {
    const { call, list } = await openCatalog();
    await list('big', [{ name: 'small', inputSchema: { type: 'object' } }]);
    for (const cursor of ['/nowhere', 'nonsense', 'returns', 'description@99', '@x'])
      expect(await call('catalog_schema', { tool: 'big/small', cursor })).toMatchObject({
        ok: false,
        error: { code: 'invalid_argument' },
      });
  });
});

/** Every name and text in a value. */
function collect(value: unknown, into: Set<string>): void {
  const left = [value];
  while (left.length > 0) {
    const next = left.pop();
    if (typeof next === 'string') into.add(next);
    else if (next !== null && typeof next === 'object')
      for (const [key, part] of Object.entries(next)) {
        if (!Array.isArray(next)) into.add(key);
        left.push(part);
      }
  }
}

/** Whether a text came in pieces: each but the last ends in a mark that more follows. */
function isPieced(whole: string, pieces: ReadonlySet<string>): boolean {
  let from = 0;
  while (from < whole.length) {
    const next = [...pieces].find((piece) =>
      piece.endsWith('…')
        ? piece.length > 1 && whole.startsWith(piece.slice(0, -1), from)
        : piece !== '' && piece === whole.slice(from),
    );
    if (next === undefined) return false;
    from += next.endsWith('…') ? next.length - 1 : next.length;
  }
  return true;
}
