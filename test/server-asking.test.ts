import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { modernEnvelope } from './support/fuzz-messages.ts';
import { rawRequest } from './support/raw-http.ts';
import { secured } from './support/secured-server.ts';

const answerSchema = z.object({
  result: z.looseObject({ resultType: z.string(), requestState: z.string().optional() }).optional(),
  error: z.looseObject({ code: z.number(), message: z.string() }).optional(),
});

/** Calls `confirm`, which asks one question, in single requests of 2026-07-28. */
async function asking() {
  const { port, bearer } = await secured({ names: ['ana', 'bob'] });
  return async (name: string, params: object = {}) => {
    const body = JSON.stringify({
      jsonrpc: '2.0',
      id: 1,
      method: 'tools/call',
      params: { name: 'confirm', arguments: {}, ...params, _meta: modernEnvelope },
    });
    const headers = {
      ...bearer(name),
      'mcp-protocol-version': '2026-07-28',
      'mcp-method': 'tools/call',
      'mcp-name': 'confirm',
    };
    const { text } = await rawRequest(port, { headers, body });
    return answerSchema.parse(JSON.parse(text));
  };
}

const yes = { sure: { action: 'accept', content: { yes: true } } };

describe('a question to the client', () => {
  it('ends the call with the question, and the answer completes it', async () => {
    const call = await asking();
    const asked = await call('ana');
    expect(asked.result).toMatchObject({
      resultType: 'input_required',
      inputRequests: {
        sure: { method: 'elicitation/create', params: { message: 'Are you sure?' } },
      },
    });
    const done = await call('ana', {
      inputResponses: yes,
      requestState: asked.result?.requestState,
    });
    expect(done.result).toMatchObject({
      resultType: 'complete',
      structuredContent: { text: '{"action":"accept","content":{"yes":true}}' },
    });
  });

  it('is asked again when the answer is none', async () => {
    const call = await asking();
    for (const inputResponses of [
      { other: yes.sure },
      { sure: { action: 'maybe' } },
      { sure: 7 },
      { sure: { action: 'accept', content: 'yes' } },
    ]) {
      expect((await call('ana', { inputResponses })).result?.resultType).toBe('input_required');
    }
  });

  it('does not take a state that was changed, or that another surface was given', async () => {
    const call = await asking();
    const requestState = (await call('ana')).result?.requestState ?? '';
    for (const [name, state] of [
      ['ana', `${requestState}x`],
      ['ana', requestState.replace(/^v1\../, 'v1.A')],
      ['bob', requestState],
    ] as const) {
      const refused = await call(name, { inputResponses: yes, requestState: state });
      expect(refused.error).toMatchObject({
        code: -32602,
        message: 'Invalid or expired requestState',
      });
    }
  });
});
