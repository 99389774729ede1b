import { describe, expect, it } from 'vitest';
import { shortenResult } from './shorten-result.ts';

const limits = { text: 10, structured: 20 };
const text = (value: string) => ({ type: 'text', text: value });

describe('a result within limits', () => {
  it('is not touched', () => {
    const content = [
      text('hello'),
      { type: 'image', data: 'x'.repeat(5_000), mimeType: 'image/png' },
    ];
    expect(shortenResult({ content, structuredContent: { a: 1 } }, limits)).toEqual({
      content,
      structured: { a: 1 },
      rest: undefined,
    });
  });

  it.each([
    ['nothing', {}, []],
    ['nonsense', { content: 'x' }, []],
    ['blocks without a type', { content: [1, { text: 'x' }] }, []],
    ['a list as structured content', { structuredContent: [1] }, [text('[1]')]],
    ['a list that is also said', { content: [text('[1]')], structuredContent: [1] }, [text('[1]')]],
  ])('may be %s', (_, result, content) => {
    expect(shortenResult(result, limits)).toEqual({
      content,
      structured: undefined,
      rest: undefined,
    });
  });
});

describe('a result over its limits', () => {
  it('is cut between characters, with the whole kept', () => {
    const { content, rest } = shortenResult({ content: [text('aaaa'), text('éééééé')] }, limits);
    expect(content).toEqual([text('aaaa'), text('ééé')]);
    expect(rest?.bytes.toString()).toBe('aaaa\néééééé');
    expect(rest?.bytes.subarray(rest.shown).toString()).toBe('ééé');
  });

  it('keeps structured content whole or leaves it out', () => {
    const structuredContent = { list: 'x'.repeat(30) };
    const json = JSON.stringify(structuredContent);
    expect(shortenResult({ structuredContent }, limits)).toMatchObject({
      structured: undefined,
      rest: { bytes: Buffer.from(json), shown: 0 },
    });
    const said = shortenResult(
      { content: [text(json)], structuredContent },
      { text: 100, structured: 20 },
    );
    expect(said).toEqual({ content: [text(json)], structured: undefined, rest: undefined });
  });

  it('leaves out data that is too large and says so', () => {
    const content = [{ type: 'image', data: 'x'.repeat(2_000_000), mimeType: 'image/png' }];
    expect(shortenResult({ content }, limits).content).toEqual([
      text('[image/png of 2000049 bytes left out: too large]'),
    ]);
  });

  it('cuts the text of an embedded resource, and drops what does not fit at all', () => {
    const resource = { type: 'resource', resource: { uri: 'a://b', text: 'x'.repeat(20) } };
    const link = { type: 'resource_link', uri: 'a://c', name: 'c' };
    expect(shortenResult({ content: [resource, link] }, limits).content).toEqual([
      { type: 'resource', resource: { uri: 'a://b', text: 'x'.repeat(10) } },
    ]);
  });
});
