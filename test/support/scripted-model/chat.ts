import type { Dialect } from './dialect.ts';
import { answeredNames, object, objects, sse, string } from './json.ts';

/** POST /v1/chat/completions, as opencode, Copilot and Qwen use it. */
export const chat: Dialect = {
  read(body) {
    const said = objects(body.messages);
    return {
      tools: objects(body.tools).map((tool) => ({ name: string(object(tool.function).name) })),
      answered: answeredNames(
        said
          .flatMap((message) => objects(message.tool_calls))
          .map((call) => ({ id: string(call.id), name: string(object(call.function).name) })),
        said.filter(({ role }) => role === 'tool').map((message) => string(message.tool_call_id)),
      ),
    };
  },
  stream(step) {
    const id = `call_${Math.random().toString(36).slice(2)}`;
    const delta =
      'call' in step
        ? {
            tool_calls: [
              {
                index: 0,
                id,
                type: 'function',
                function: { name: step.call.name, arguments: JSON.stringify(step.input) },
              },
            ],
          }
        : { content: step.say };
    const usage = {
      prompt_tokens: 1_000,
      prompt_tokens_details: { cached_tokens: 200 },
      completion_tokens: 50,
      total_tokens: 1_050,
    };
    const chunk = (more: object) =>
      sse({
        id: `chatcmpl_${id}`,
        object: 'chat.completion.chunk',
        created: 1,
        model: 'mock-model',
        ...more,
      });
    return [
      chunk({
        choices: [{ index: 0, delta: { role: 'assistant', ...delta }, finish_reason: null }],
      }),
      chunk({
        choices: [{ index: 0, delta: {}, finish_reason: 'call' in step ? 'tool_calls' : 'stop' }],
      }),
      chunk({ choices: [], usage }),
      'data: [DONE]\n\n',
    ].join('');
  },
  error: (status) => ({
    error: {
      message: `scripted ${status}`,
      type: status === 429 ? 'rate_limit_exceeded' : 'invalid_request_error',
      code: status === 429 ? 'rate_limit_exceeded' : 'invalid_api_key',
      param: null,
    },
  }),
};
