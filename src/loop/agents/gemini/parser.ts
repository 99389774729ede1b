import type { AgentEvent, StreamParser } from '../adapter.ts';
import { failureEvent } from '../stream/failure.ts';
import { count, type Fields, fields, text } from '../stream/json-line.ts';
import { jsonParser } from '../stream/json-parser.ts';
import { usageEvents } from '../stream/usage.ts';

/** Reads `gemini -o stream-json`, whose exit code is the HTTP status of a failed request, modulo 256. */
export function geminiParser(): StreamParser {
  const tools = new Map<string, string>();
  let answer = '';
  let pending = '';
  let failure: string | undefined;

  /** Text comes in pieces of any length: a line of it is only known once something else follows. */
  const flush = (): readonly AgentEvent[] => {
    if (pending === '') return [];
    answer = pending;
    pending = '';
    return [{ kind: 'text', text: answer }];
  };
  const after =
    (read: (event: Fields) => readonly AgentEvent[]) =>
    (event: Fields): readonly AgentEvent[] => [...flush(), ...read(event)];

  const parser = jsonParser(
    {
      init: () => [],
      message(event) {
        if (event.role !== 'assistant') return flush();
        const earlier = event.delta === true ? [] : flush();
        pending += text(event.content);
        return earlier;
      },
      tool_use: after((event) => {
        const id = text(event.tool_id);
        const tool = text(event.tool_name);
        tools.set(id, tool);
        return [{ kind: 'tool_start', id, tool, input: event.parameters }];
      }),
      tool_result: after((event) => {
        const id = text(event.tool_id);
        const tool = tools.get(id) ?? '';
        const error = fields(event.error);
        const output = text(event.output) || text(error.message);
        return [
          ...(error.type === 'policy_violation'
            ? [{ kind: 'permission_denied', tool } as const]
            : []),
          { kind: 'tool_end', id, tool, ok: event.status === 'success', output },
        ];
      }),
      error: after((event) => {
        if (event.severity === 'error') failure = text(event.message);
        return [];
      }),
      result: after((event) => {
        const stats = fields(event.stats);
        const usage = usageEvents({
          input: count(stats.input_tokens),
          output: count(stats.output_tokens),
          cached: count(stats.cached),
        });
        if (event.status === 'success') return [...usage, { kind: 'final', text: answer }];
        failure = text(fields(event.error).message) || 'gemini failed';
        return usage;
      }),
    },
    (exitCode) => [
      ...flush(),
      ...(failure === undefined
        ? []
        : [failureEvent({ status: statusOf(failure, exitCode), message: failure })]),
    ],
  );
  return { ...parser, errorLine: serverFailure };
}

/** It does not say which server; all it has are Ralph's. */
function serverFailure(line: string): readonly AgentEvent[] {
  if (!line.startsWith('MCP issues detected')) return [];
  return [{ kind: 'mcp_status', server: '', status: 'failed', message: line }];
}

/** The code for a missing or refused login. */
const authenticationExit = 41;

function statusOf(message: string, exitCode: number | null): number | undefined {
  if (exitCode === authenticationExit) return 401;
  const statuses = [401, 403, 429];
  const byExit = statuses.find((status) => status % 256 === exitCode);
  if (byExit !== undefined) return byExit;
  // The API's own answer is sometimes quoted whole.
  const quoted = /^\[API Error: (\{.*\})\]/s.exec(message)?.[1];
  return quoted === undefined ? undefined : quotedStatus(quoted);
}

function quotedStatus(json: string): number | undefined {
  try {
    return count(fields(fields(JSON.parse(json)).error).code) || undefined;
  } catch {
    return undefined;
  }
}
