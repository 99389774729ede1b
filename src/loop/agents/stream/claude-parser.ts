import type { AgentEvent, StreamParser } from '../adapter.ts';
import { type CachedInput, readTotals, readUsage } from './claude-usage.ts';
import { failureEvent, isoFromSeconds } from './failure.ts';
import { count, type Fields, fields, list, outputText, text } from './json-line.ts';
import { jsonParser } from './json-parser.ts';
import { addUsage, noUsage, type Usage, usageEvents, usageSince } from './usage.ts';

/** Reads the stream of Claude Code, which other agents speak too. */
export function claudeParser(cachedInput: CachedInput = 'beside'): StreamParser {
  const tools = new Map<string, string>();
  const denied = new Set<string>();
  const messages = new Map<string, Usage>();
  let reported = noUsage;
  let reportedCost: number | undefined;

  const soFar = () => [...messages.values()].reduce(addUsage, noUsage);
  const report = (total: Usage) => {
    const fresh = usageSince(reported, total);
    reported = addUsage(reported, fresh);
    return usageEvents(fresh);
  };
  const denial = (tool: string, id: string): readonly AgentEvent[] => {
    if (id !== '' && denied.has(id)) return [];
    denied.add(id);
    return [{ kind: 'permission_denied', tool }];
  };

  function assistant(event: Fields): readonly AgentEvent[] | undefined {
    const message = fields(event.message);
    // Claude Code words a failed request as if the model had said it; the result repeats it as an error.
    if (event.error !== undefined || message.model === '<synthetic>') return undefined;
    const id = text(message.id) || `message ${messages.size}`;
    // One message comes as several lines, each with the usage of the whole.
    if (message.usage !== undefined) messages.set(id, readUsage(message.usage, cachedInput));
    const ofHelper = typeof event.parent_tool_use_id === 'string';
    return list(message.content).flatMap((part): readonly AgentEvent[] => {
      const block = fields(part);
      if (block.type === 'text') return ofHelper ? [] : [{ kind: 'text', text: text(block.text) }];
      if (block.type !== 'tool_use') return [];
      tools.set(text(block.id), text(block.name));
      return [
        { kind: 'tool_start', id: text(block.id), tool: text(block.name), input: block.input },
      ];
    });
  }

  function user(event: Fields): readonly AgentEvent[] {
    return list(fields(event.message).content).flatMap((part): readonly AgentEvent[] => {
      const block = fields(part);
      if (block.type !== 'tool_result') return [];
      const id = text(block.tool_use_id);
      const output = outputText(block.content);
      return [
        {
          kind: 'tool_end',
          id,
          tool: tools.get(id) ?? '',
          ok: block.is_error !== true,
          ...(output !== undefined && { output }),
        },
      ];
    });
  }

  function result(event: Fields): readonly AgentEvent[] {
    const denials = list(event.permission_denials)
      .map(fields)
      .flatMap((entry) => denial(text(entry.tool_name), text(entry.tool_use_id)));
    const usage = report(readTotals(event, cachedInput) ?? soFar());
    return [...denials, ...usage, ...cost(event.total_cost_usd), verdict(event)];
  }

  /** The total runs on over several results of one launch. Zero is an answer too. */
  function cost(total: unknown): readonly AgentEvent[] {
    if (typeof total !== 'number' || total < 0 || total <= (reportedCost ?? -1)) return [];
    const usd = total - (reportedCost ?? 0);
    reportedCost = total;
    return [{ kind: 'cost', usd }];
  }

  return jsonParser({ system, rate_limit_event: rateLimit, assistant, user, result }, () =>
    // A stream that was cut has no totals: what its messages say is the least that was used.
    report(soFar()),
  );

  function system(event: Fields): readonly AgentEvent[] | undefined {
    if (event.subtype === 'init') return list(event.mcp_servers).map(serverStatus);
    if (event.subtype === 'permission_denied')
      return denial(text(event.tool_name), text(event.tool_use_id));
    if (event.subtype === 'api_retry' && event.error_status === 429) {
      const retryAfterS = Math.ceil(count(event.retry_delay_ms) / 1_000);
      return [failureEvent({ status: 429, message: 'the model is rate limited', retryAfterS })];
    }
    return undefined;
  }
}

function serverStatus(value: unknown): AgentEvent {
  const server = fields(value);
  const status = server.status === 'connected' || server.status === 'failed' ? server.status : null;
  return {
    kind: 'mcp_status',
    server: text(server.name),
    status: status ?? 'unknown',
    ...(status === null && { message: text(server.status) }),
  };
}

function rateLimit(event: Fields): readonly AgentEvent[] | undefined {
  const info = fields(event.rate_limit_info);
  if (info.status !== 'rejected') return undefined;
  const resetsAt = isoFromSeconds(info.resetsAt);
  const limit = text(info.rateLimitType).replaceAll('_', ' ');
  return [
    failureEvent({ status: 429, message: `the ${limit || 'usage'} limit is used up`, resetsAt }),
  ];
}

/** `is_error` decides, never `subtype`: a failed request ends with subtype "success". */
function verdict(event: Fields): AgentEvent {
  if (event.is_error !== true) return { kind: 'final', text: text(event.result) };
  const errors = list(event.errors).map(text).filter(Boolean).join('; ');
  const message = text(event.result) || errors || text(event.subtype) || 'the agent failed';
  return failureEvent({ status: count(event.api_error_status), message });
}
