import { describe, expect, it } from 'vitest';
import { ToolError } from '../../base/errors.ts';
import { createArgumentValidator } from './validate-arguments.ts';

const validator = createArgumentValidator();
let schemas = 0;
async function check(inputSchema: unknown, args: unknown): Promise<string[]> {
  const definition = { inputSchema, schemaHash: String(schemas++), quarantined: null };
  try {
    await validator.check('s/t', definition, args);
    return [];
  } catch (thrown) {
    if (!(thrown instanceof ToolError)) throw thrown;
    return thrown.details.map(({ field, message }) => `${field} ${message}`);
  }
}

describe('arguments against the schema of a tool', () => {
  it.each([
    [
      'an enum',
      { properties: { a: { enum: ['x', 'y'] } } },
      { a: 'z' },
      ['a must be one of "x", "y"'],
    ],
    [
      'a nested field',
      { properties: { a: { items: { required: ['b/c'] } } } },
      { a: [{}] },
      ['a.0.b/c is required'],
    ],
    [
      'a wrong type',
      { properties: { a: { type: ['string', 'null'] } } },
      { a: [] },
      ['a must be string or null, not array'],
    ],
    ['a constant', { properties: { a: { const: 3 } } }, { a: 4 }, ['a must be 3']],
    ['a range', { properties: { a: { maximum: 3 } } }, { a: 4 }, ['a must be <= 3']],
    [
      'draft 7',
      { $schema: 'http://json-schema.org/draft-07/schema#', required: ['a'] },
      {},
      ['a is required'],
    ],
    [
      '2020-12',
      {
        $schema: 'https://json-schema.org/draft/2020-12/schema',
        properties: { a: { prefixItems: [{ type: 'string' }] } },
      },
      { a: [1] },
      ['a.0 must be string, not number'],
    ],
    ['the whole', { minProperties: 1 }, {}, ['arguments must NOT have fewer than 1 properties']],
    [
      'a pattern',
      { properties: { a: { pattern: '^x+$' } } },
      { a: 'y' },
      ['a must match pattern "^x+$"'],
    ],
  ])('explains %s', async (_, schema, args, expected) => {
    expect(await check(schema, args)).toEqual(expected);
  });

  it.each([
    ['no schema', undefined],
    ['a type that does not exist', { type: 'whatever' }],
    ['a reference to nowhere', { $ref: '#/nowhere' }],
    ['an impossible pattern', { properties: { a: { pattern: '(' } } }],
    ['an unknown dialect', { $schema: 'https://example.com/mine', properties: {} }],
    ['a schema of half a megabyte', { description: 'x'.repeat(600_000), required: ['b'] }],
    ['a format', { properties: { a: { format: 'email' } } }],
  ])('lets everything pass with %s', async (_, schema) => {
    expect(await check(schema, { a: 'aaaa' })).toEqual([]);
  });

  it('is not held up by a pattern that never ends', async () => {
    const schema = { properties: { a: { pattern: '^(a+)+$' }, b: { pattern: '^((x|y)*z?)*$' } } };
    expect(await check(schema, { a: `${'a'.repeat(60)}!`, b: `${'xy'.repeat(60)}!` })).toEqual([]);
    const others = { properties: { a: { pattern: '^(a|a)*$' }, b: { pattern: '^x*x*x*x*x*x*$' } } };
    expect(await check(others, { a: `${'a'.repeat(60)}!`, b: `${'x'.repeat(9_000)}!` })).toEqual(
      [],
    );
  });

  it('keeps schemas apart that bear the same id', async () => {
    expect(await check({ $id: 'https://x.example/s', required: ['a'] }, {})).toEqual([
      'a is required',
    ]);
    expect(await check({ $id: 'https://x.example/s', required: ['b'] }, {})).toEqual([
      'b is required',
    ]);
  });
});
