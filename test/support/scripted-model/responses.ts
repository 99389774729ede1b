import type { Dialect } from './dialect.ts';
import { answeredNames, objects, sse, string } from './json.ts';
import type { OfferedTool } from './script.ts';

/** POST /v1/responses, as Codex uses it. */
export const responses: Dialect = {
  read(body) {
    const input = objects(body.input);
    const tools = objects(body.tools).flatMap((tool): readonly OfferedTool[] =>
      tool.type === 'namespace'
        ? objects(tool.tools).map((inner) => ({
            name: string(inner.name),
            namespace: string(tool.name),
          }))
        : [{ name: string(tool.name) }],
    );
    return {
      tools,
      answered: answeredNames(
        input
          .filter(({ type }) => type === 'function_call')
          .map((item) => ({ id: string(item.call_id), name: string(item.name) })),
        input
          .filter(({ type }) => type === 'function_call_output')
          .map((item) => string(item.call_id)),
      ),
    };
  },
  stream(step) {
    const id = `call_${Math.random().toString(36).slice(2)}`;
    const item =
      'call' in step
        ? {
            type: 'function_call',
            id: `fc_${id}`,
            call_id: id,
            ...step.call,
            arguments: JSON.stringify(step.input),
          }
        : {
            type: 'message',
            id: `msg_${id}`,
            role: 'assistant',
            content: [{ type: 'output_text', text: step.say, annotations: [] }],
          };
    const usage = {
      input_tokens: 1_000,
      input_tokens_details: { cached_tokens: 200 },
      output_tokens: 50,
      output_tokens_details: { reasoning_tokens: 10 },
      total_tokens: 1_050,
    };
    return [
      { type: 'response.created', response: { id: `resp_${id}` } },
      { type: 'response.output_item.added', output_index: 0, item },
      { type: 'response.output_item.done', output_index: 0, item },
      { type: 'response.completed', response: { id: `resp_${id}`, output: [item], usage } },
    ]
      .map((event) => sse(event, true))
      .join('');
  },
  error: (status) => ({
    error: { message: `scripted ${status}`, type: 'invalid_request_error', code: String(status) },
  }),
};
