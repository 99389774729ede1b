import { expect, it } from 'vitest';
import { parameterHeaders } from './parameter-headers.ts';

const schema = {
  type: 'object',
  properties: {
    region: { type: 'string', 'x-mcp-header': 'Region' },
    dry: { type: 'boolean', 'x-mcp-header': 'Dry-Run' },
    place: {
      type: 'object',
      properties: { shelf: { type: 'integer', 'x-mcp-header': 'Shelf' } },
    },
    tags: { type: 'array', items: { type: 'string', 'x-mcp-header': 'Tag' } },
    odd: { type: 'string', 'x-mcp-header': 'no token' },
    other: { type: 'string' },
  },
};

it('repeats what is marked, at any depth', () => {
  const args = { region: 'eu', dry: false, place: { shelf: 7 }, tags: ['x'], odd: 'y', other: 'z' };
  expect(parameterHeaders(schema, args)).toEqual({
    'Mcp-Param-Region': 'eu',
    'Mcp-Param-Dry-Run': 'false',
    'Mcp-Param-Shelf': '7',
  });
});

it('leaves out what is not there, or is no plain value', () => {
  expect(parameterHeaders(schema, { region: null, place: 'far', dry: {} })).toEqual({});
  expect(parameterHeaders(schema, { place: { shelf: 2 ** 60 } })).toEqual({});
});

it.each([
  ['plain text', 'plain text'],
  ['', '=?base64??='],
  [' led by a space', '=?base64?IGxlZCBieSBhIHNwYWNl?='],
  ['two\nlines', '=?base64?dHdvCmxpbmVz?='],
  ['Zürich', '=?base64?WsO8cmljaA==?='],
  ['=?base64?eA==?=', '=?base64?PT9iYXNlNjQ/ZUE9PT89?='],
  ['=?base64?=', '=?base64?PT9iYXNlNjQ/PQ==?='],
])('writes %j so that it survives a header', (region, header) => {
  expect(parameterHeaders(schema, { region })).toEqual({ 'Mcp-Param-Region': header });
});

it.each([undefined, true, {}, { properties: { a: { type: 'string' } } }])(
  'has nothing to repeat for %j',
  (plain) => {
    expect(parameterHeaders(plain, { a: 'b' })).toBeUndefined();
  },
);
