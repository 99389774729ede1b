import type { AgentEvent, StreamParser } from '../adapter.ts';
import { failureEvent } from '../stream/failure.ts';
import { count, type Fields, fields, outputText, text } from '../stream/json-line.ts';
import { jsonParser } from '../stream/json-parser.ts';
import { usageEvents } from '../stream/usage.ts';
import { usageLimit } from './usage-limit.ts';

/** Reads `codex exec --json`. */
export function codexParser(): StreamParser {
  const started = new Set<string>();
  let answer = '';
  let failure: string | undefined;
  let ended = false;

  function startOf(item: Fields): readonly AgentEvent[] {
    const id = text(item.id);
    const tool = toolOf(item);
    if (tool === undefined || started.has(id)) return [];
    started.add(id);
    return [{ kind: 'tool_start', id, ...tool }];
  }

  function completed(item: Fields): readonly AgentEvent[] | undefined {
    if (item.type === 'agent_message') {
      answer = text(item.text);
      return [{ kind: 'text', text: answer }];
    }
    const tool = toolOf(item);
    if (tool === undefined) return undefined;
    const refusal = text(fields(item.error).message);
    const output = refusal || outputOf(item);
    return [
      ...startOf(item),
      ...(/requires approval|rejected by user|user rejected/i.test(refusal)
        ? [{ kind: 'permission_denied', tool: tool.tool } as const]
        : []),
      {
        kind: 'tool_end',
        id: text(item.id),
        tool: tool.tool,
        ok: item.status === 'completed' && (count(item.exit_code) === 0 || item.exit_code === null),
        ...(output !== undefined && { output }),
      },
    ];
  }

  function fail(message: string): readonly AgentEvent[] {
    ended = true;
    return [modelFailure(message)];
  }

  const parser = jsonParser(
    {
      'thread.started': () => [],
      'turn.started': () => [],
      'item.started': (event) => startOf(fields(event.item)),
      'item.updated': () => [],
      'item.completed': (event) => completed(fields(event.item)),
      'turn.completed'(event) {
        ended = true;
        const usage = fields(event.usage);
        const tokens = usageEvents({
          input: count(usage.input_tokens),
          output: count(usage.output_tokens),
          cached: count(usage.cached_input_tokens),
        });
        return [...tokens, { kind: 'final', text: answer }];
      },
      'turn.failed': (event) => fail(text(fields(event.error).message)),
      // Also said of every attempt that is made again, so it counts only if nothing else ends the turn.
      error(event) {
        failure = text(event.message);
        return undefined;
      },
    },
    (exitCode) => (ended || exitCode === 0 || failure === undefined ? [] : fail(failure)),
  );
  return { ...parser, errorLine: serverFailure };
}

function toolOf(item: Fields): { readonly tool: string; readonly input?: unknown } | undefined {
  switch (item.type) {
    case 'mcp_tool_call':
      return { tool: `mcp__${text(item.server)}__${text(item.tool)}`, input: item.arguments };
    case 'command_execution':
      return { tool: 'shell', input: { command: item.command } };
    case 'file_change':
      return { tool: 'apply_patch', input: { changes: item.changes } };
    case 'web_search':
      return { tool: 'web_search', input: { query: item.query } };
    default:
      return undefined;
  }
}

function outputOf(item: Fields): string | undefined {
  if (item.type === 'mcp_tool_call') return outputText(fields(item.result).content);
  return item.type === 'command_execution' ? text(item.aggregated_output) : undefined;
}

/** Codex has no field for the status; it stands at a fixed place in the text that Codex itself writes. */
function modelFailure(message: string): AgentEvent {
  const limit = usageLimit(message, new Date());
  if (limit) return failureEvent({ status: 429, message, resetsAt: limit.resetsAt });
  const status = /^(?:exceeded retry limit, last|unexpected) status:? (\d{3})\b/.exec(message)?.[1];
  return failureEvent({ status: Number(status), message: message || 'the turn failed' });
}

/** A server that it cannot do without ends Codex before its stream begins. */
function serverFailure(line: string): readonly AgentEvent[] {
  const found = /^Error: .*required MCP servers failed to initialize: ([\w-]+)/.exec(line);
  if (found === null) return [];
  return [{ kind: 'mcp_status', server: found[1] ?? '', status: 'failed', message: line }];
}
