import type { AgentEvent, StreamParser } from '../adapter.ts';
import { failureEvent, retryAfterSeconds } from '../stream/failure.ts';
import { count, type Fields, fields, text } from '../stream/json-line.ts';
import { jsonParser } from '../stream/json-parser.ts';
import { usageEvents } from '../stream/usage.ts';

/** Reads `opencode run --format json`, which has no event for the end. */
export function opencodeParser(): StreamParser {
  let answer = '';
  let failed = false;
  const parser = jsonParser(
    {
      step_start: () => [],
      text(event) {
        answer = text(fields(event.part).text);
        return [{ kind: 'text', text: answer }];
      },
      tool_use: (event) => toolEvents(fields(event.part)),
      step_finish: (event) => spending(fields(event.part)),
      error(event) {
        failed = true;
        return [failure(fields(event.error))];
      },
    },
    (exitCode) =>
      exitCode === 0 && !failed && answer !== '' ? [{ kind: 'final', text: answer }] : [],
  );
  return { ...parser, errorLine: serverFailure };
}

function serverFailure(line: string): readonly AgentEvent[] {
  const server = / message="server unavailable" key=([\w-]+) .*status=failed/.exec(line)?.[1];
  if (server === undefined) return [];
  return [{ kind: 'mcp_status', server, status: 'failed', message: line }];
}

/** A call is reported once, when it is over. */
function toolEvents(part: Fields): readonly AgentEvent[] {
  const state = fields(part.state);
  const id = text(part.callID);
  const tool = text(part.tool);
  const error = text(state.error);
  const output = error || text(state.output);
  return [
    { kind: 'tool_start', id, tool, input: state.input },
    ...(/rejected permission|prevents you from using/i.test(error)
      ? [{ kind: 'permission_denied', tool } as const]
      : []),
    { kind: 'tool_end', id, tool, ok: state.status === 'completed', output },
  ];
}

function spending(part: Fields): readonly AgentEvent[] {
  const tokens = fields(part.tokens);
  const cache = fields(tokens.cache);
  const cached = count(cache.read);
  const input = count(tokens.input) + cached + count(cache.write);
  const total = count(tokens.total);
  // Whether the output includes the reasoning differs by provider; the total settles it.
  const output = total > input ? total - input : count(tokens.output) + count(tokens.reasoning);
  return [
    ...usageEvents({ input, output, cached }),
    ...(typeof part.cost === 'number' ? [{ kind: 'cost', usd: count(part.cost) } as const] : []),
  ];
}

function failure(error: Fields): AgentEvent {
  const data = fields(error.data);
  const name = text(error.name);
  const status = name === 'ProviderAuthError' ? 401 : count(data.statusCode);
  return failureEvent({
    status,
    message: text(data.message) || name || 'opencode failed',
    retryAfterS: retryAfterSeconds(fields(data.responseHeaders)['retry-after'], new Date()),
  });
}
