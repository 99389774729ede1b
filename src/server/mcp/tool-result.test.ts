import { describe, expect, it } from 'vitest';
import { plainTool } from '../../../test/fixtures/server/plain-tool.ts';
import { outputSchemaWithErrors, toolResult } from './tool-result.ts';

const tool = plainTool({ name: 'a', description: 'A.', run: async () => '' });

describe('toolResult', () => {
  it('carries text, blocks and structure', () => {
    const image = { type: 'image', data: 'AA==', mimeType: 'image/png' };
    expect(
      toolResult({ ok: true, tool, structured: { n: 1 }, text: 'one', content: [image] }),
    ).toEqual({
      content: [{ type: 'text', text: 'one' }, image],
      structuredContent: { n: 1 },
    });
  });

  it('has no empty text beside blocks, and no structure where there is none', () => {
    expect(toolResult({ ok: true, tool, structured: undefined, text: '' })).toEqual({
      content: [],
    });
  });

  it('says a refusal to the model and to programs', () => {
    const error = {
      code: 'conflict' as const,
      message: 'Somebody else has it.',
      details: [],
      hint: 'Wait.',
      log_path: 'x.log',
    };
    expect(toolResult({ ok: false, error })).toEqual({
      isError: true,
      content: [{ type: 'text', text: 'conflict: Somebody else has it.\nWait.' }],
      structuredContent: error,
    });
  });
});

describe('outputSchemaWithErrors', () => {
  it('admits the result and the error shape, and shows the fields where clients look', () => {
    const properties = { text: { type: 'string' } };
    const schema = { type: 'object', properties, required: ['text'], additionalProperties: false };
    expect(outputSchemaWithErrors(schema)).toEqual({
      type: 'object',
      properties,
      anyOf: [{ required: ['text'] }, { required: ['code', 'hint'] }],
    });
  });
});
