import type { Dialect } from './dialect.ts';
import { answeredNames, objects, sse, string } from './json.ts';

/** POST /v1/messages, as Claude Code uses it. */
export const messages: Dialect = {
  read(body) {
    const parts = objects(body.messages).flatMap(({ content }) => objects(content));
    const calls = parts.filter(({ type }) => type === 'tool_use');
    const results = parts.filter(({ type }) => type === 'tool_result');
    return {
      tools: objects(body.tools).map(({ name }) => ({ name: string(name) })),
      answered: answeredNames(
        calls.map(({ id, name }) => ({ id: string(id), name: string(name) })),
        results.map((result) => string(result.tool_use_id)),
      ),
    };
  },
  stream(step) {
    const isCall = 'call' in step;
    const id = `toolu_${Math.random().toString(36).slice(2)}`;
    const block = isCall
      ? { type: 'tool_use', id, name: step.call.name, input: {} }
      : { type: 'text', text: '' };
    const delta = isCall
      ? { type: 'input_json_delta', partial_json: JSON.stringify(step.input) }
      : { type: 'text_delta', text: step.say };
    return [
      {
        type: 'message_start',
        message: {
          id: `msg_${id}`,
          type: 'message',
          role: 'assistant',
          model: 'claude-sonnet-4-5',
          content: [],
          stop_reason: null,
          usage: { input_tokens: 800, cache_read_input_tokens: 200, output_tokens: 1 },
        },
      },
      { type: 'content_block_start', index: 0, content_block: block },
      { type: 'content_block_delta', index: 0, delta },
      { type: 'content_block_stop', index: 0 },
      {
        type: 'message_delta',
        delta: { stop_reason: isCall ? 'tool_use' : 'end_turn' },
        usage: { output_tokens: 50 },
      },
      { type: 'message_stop' },
    ]
      .map((event) => sse(event, true))
      .join('');
  },
  error: (status) => ({
    type: 'error',
    error: {
      type: status === 429 ? 'rate_limit_error' : 'authentication_error',
      message: `scripted ${status}`,
    },
  }),
};
