import type { AgentEvent, StreamParser } from '../adapter.ts';
import { failureEvent } from '../stream/failure.ts';
import { count, type Fields, fields, list, outputText, text } from '../stream/json-line.ts';
import { type EventReader, jsonParser } from '../stream/json-parser.ts';

/** Reads `copilot --output-format json`. Tokens are in a file that it writes at its end. */
export function copilotParser(): StreamParser {
  const tools = new Map<string, string>();
  const statuses = new Map<string, string>();
  let answer = '';
  let failed = false;

  const serverStatus = (name: string, told: Fields): readonly AgentEvent[] => {
    const status = text(told.status);
    if (status === 'disabled' || status === 'pending' || statuses.get(name) === status) return [];
    statuses.set(name, status);
    const known = status === 'connected' || status === 'failed' ? status : 'unknown';
    const message = text(told.error) || (known === 'unknown' ? status : '');
    return [{ kind: 'mcp_status', server: name, status: known, ...(message && { message }) }];
  };
  const readData: Readonly<Record<string, EventReader>> = {
    'session.mcp_server_status_changed': (data) => serverStatus(text(data.serverName), data),
    'session.mcp_servers_loaded': (data) =>
      list(data.servers)
        .map(fields)
        .flatMap((server) => serverStatus(text(server.name), server)),
    'assistant.message'(data) {
      // Helper agents' messages carry the call that started them.
      const said = text(data.content);
      if (said === '' || typeof data.parentToolCallId === 'string') return [];
      answer = said;
      return [{ kind: 'text', text: said }];
    },
    'tool.execution_start'(data) {
      const id = text(data.toolCallId);
      const tool = text(data.toolName);
      tools.set(id, tool);
      return [{ kind: 'tool_start', id, tool, input: data.arguments }];
    },
    'tool.execution_complete': (data) => toolEnd(data, tools),
    'assistant.turn_retry': (data) =>
      data.reason === 'rate_limit'
        ? [failureEvent({ status: 429, message: 'the model is rate limited' })]
        : undefined,
    'session.error'(data) {
      failed = true;
      const type = text(data.errorType);
      const status =
        type === 'rate_limit' || type === 'quota' ? 429 : type === 'authentication' ? 401 : 0;
      const message = text(data.message) || 'copilot failed';
      return [failureEvent({ status: status || count(data.statusCode), message })];
    },
  };
  const readers = Object.entries(readData).map(([type, read]): [string, EventReader] => [
    type,
    (event) => read(fields(event.data)),
  ]);
  return jsonParser({
    ...Object.fromEntries(readers),
    // It claims success also when it is ended by a signal, before it has said anything.
    result: (event) =>
      event.exitCode === 0 && !failed && answer !== '' ? [{ kind: 'final', text: answer }] : [],
  });
}

function toolEnd(data: Fields, tools: ReadonlyMap<string, string>): readonly AgentEvent[] {
  const id = text(data.toolCallId);
  const tool = tools.get(id) ?? '';
  const error = fields(data.error);
  const output = outputText(fields(data.result).content) ?? text(error.message);
  return [
    ...(error.code === 'denied' || error.code === 'rejected'
      ? [{ kind: 'permission_denied', tool } as const]
      : []),
    { kind: 'tool_end', id, tool, ok: data.success === true, output },
  ];
}
