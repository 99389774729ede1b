import { createHash } from 'node:crypto';
import { ToolError } from '../../base/errors.ts';
import { isRecord } from '../../base/is-record.ts';
import { canonicalJson } from '../../base/json.ts';
import type { CallContext, Caller, ContentBlock, SizeLimits } from '../../tool/tool.ts';
import type { CallOptions, RawCallResult } from '../connections/call-options.ts';
import type { ServerPool } from '../connections/server-pool.ts';
import { inQuarantine, toolFailed, unknownTool, unusableResult } from './call-errors.ts';
import { createKeptResults } from './kept-results.ts';
import { knownBlocks } from './known-blocks.ts';
import { parameterHeaders } from './parameter-headers.ts';
import { createParkedCalls, startAskingCall } from './parked-calls.ts';
import type { CallRecorder, CallRules, ToolDefinitions } from './ports.ts';
import { blocksOf, shortenResult } from './shorten-result.ts';
import { formatToolId, parseToolId, type ToolId } from './tool-id.ts';
import { createArgumentValidator } from './validate-arguments.ts';

export interface ToolCallerOptions {
  /** Asked for at every call, so that it can follow the configuration. */
  pool(): ServerPool | Promise<ServerPool>;
  readonly definitions: ToolDefinitions;
  readonly recorder: CallRecorder;
  readonly rules: CallRules;
}

export interface ToolAnswer {
  readonly toolId: string;
  readonly content: readonly ContentBlock[];
  readonly structured: { readonly [key: string]: unknown } | undefined;
  /** What the server attached for programs. */
  readonly meta: { readonly [key: string]: unknown } | undefined;
  /** Present when the answer is only a part. */
  readonly rest?: { readonly next_cursor: string | null; readonly total_bytes: number };
}

/** Calls tools of downstream servers: known? → allowed? → arguments right? → server → result within limits. */
export interface ToolCaller {
  call(
    toolId: string,
    args: Readonly<Record<string, unknown>>,
    context: CallContext,
    limits: SizeLimits,
  ): Promise<ToolAnswer>;
  /** Goes on reading a result that was too long. */
  readOn(cursor: string, context: CallContext, limits: SizeLimits): ToolAnswer;
}

export function createToolCaller(options: ToolCallerOptions): ToolCaller {
  const { definitions, recorder, rules } = options;
  const validator = createArgumentValidator();
  const kept = createKeptResults(Date.now);
  const parked = createParkedCalls();

  function record(id: ToolId, startedAt: Date, since: number, code: string | null, caller: Caller) {
    recorder.record({
      server: id.server,
      tool: id.tool,
      startedAt,
      latencyMs: performance.now() - since,
      ok: code === null,
      errorCode: code,
      sessionId: caller.session?.id ?? null,
    });
  }

  /** One call of the server, with its outcome written down. */
  async function callServer(
    id: ToolId,
    args: Readonly<Record<string, unknown>>,
    caller: Caller,
    hooks: Pick<CallOptions, 'signal' | 'onProgress' | 'elicit' | 'headers'>,
  ): Promise<RawCallResult> {
    const startedAt = new Date();
    let since = performance.now();
    try {
      const pool = await options.pool();
      const result = await pool.call(id.server, id.tool, args, {
        ...hooks,
        caller: ownerOf(caller),
        onSent: () => {
          since = performance.now();
        },
      });
      record(id, startedAt, since, result.isError === true ? 'tool_error' : null, caller);
      return result;
    } catch (thrown) {
      const code = thrown instanceof ToolError ? thrown.code : 'execution_failed';
      if (!hooks.signal.aborted) record(id, startedAt, since, code, caller);
      throw thrown;
    }
  }

  /** A question of the server travels to the client and ends this request; the next one brings the answer. */
  async function callAsking(
    id: ToolId,
    args: Readonly<Record<string, unknown>>,
    context: CallContext,
    asking: Pick<CallOptions, 'headers'> & Pick<Required<CallContext['client']>, 'elicit'>,
  ): Promise<RawCallResult> {
    const { elicit, ...more } = asking;
    const key = parkingKey(id, args, context.caller);
    const call =
      parked.take(key) ??
      startAskingCall((hooks) => callServer(id, args, context.caller, { ...hooks, ...more }));
    call.reportTo(context.progress ?? ignore);
    const onAbort = () => call.cancel();
    context.signal.addEventListener('abort', onAbort, { once: true });
    try {
      for (;;) {
        const next = await Promise.race([
          call.result.then((result) => ({ result })),
          call.nextQuestion().then((question) => ({ question })),
        ]);
        if ('result' in next) return next.result;
        const { key: name, message, schema, answer: give } = next.question;
        give(
          await elicit({ key: name, message, schema }).catch((thrown: unknown) => {
            parked.park(key, call);
            throw thrown;
          }),
        );
      }
    } finally {
      context.signal.removeEventListener('abort', onAbort);
    }
  }

  return {
    async call(text, args, context, limits) {
      const id = parseToolId(text);
      const toolId = formatToolId(id);
      const definition = await definitions.find(id.server, id.tool);
      if (!definition) throw unknownTool(toolId, await definitions.similar(toolId, context.caller));
      if (definition.quarantined !== null) throw inQuarantine(toolId, definition.quarantined);
      await rules.check(id.server, id.tool, context.caller);
      await validator.check(toolId, definition, args);
      const { elicit } = context.client;
      const headers = parameterHeaders(definition.inputSchema, args);
      const result = elicit
        ? await callAsking(id, args, context, { elicit, ...(headers && { headers }) })
        : await callServer(id, args, context.caller, {
            signal: context.signal,
            ...(context.progress && { onProgress: context.progress }),
            ...(headers && { headers }),
          });
      if (result.isError === true) throw toolFailed(toolId, result);
      try {
        return answer(toolId, result, context.caller, limits);
      } catch (thrown) {
        // Nested so deeply that it cannot be written out again.
        throw thrown instanceof RangeError ? unusableResult(toolId) : thrown;
      }
    },
    readOn(cursor, { caller }, limits) {
      const part = kept.read(cursor, ownerOf(caller), limits.text);
      const rest = { next_cursor: part.nextCursor, total_bytes: part.totalBytes };
      return {
        toolId: part.toolId,
        content: [{ type: 'text', text: part.text }],
        structured: rest,
        meta: undefined,
        rest,
      };
    },
  };

  function answer(
    toolId: string,
    result: RawCallResult,
    caller: Caller,
    limits: SizeLimits,
  ): ToolAnswer {
    const blocks = knownBlocks(blocksOf(result.content));
    const { content, structured, rest } = shortenResult({ ...result, content: blocks }, limits);
    const meta = isRecord(result._meta) ? ownMeta(result._meta) : undefined;
    if (!rest) return { toolId, content, structured, meta };
    const nextCursor = kept.keep(toolId, ownerOf(caller), rest.bytes, rest.shown);
    const part = { next_cursor: nextCursor, total_bytes: rest.bytes.length };
    return { toolId, content, structured: structured ?? part, meta, rest: part };
  }
}

function ignore(): void {}

/** Whose results and questions these are. */
function ownerOf({ author, via, session }: Caller): string {
  return `${via}:${author}:${session?.id ?? ''}`;
}

function parkingKey(id: ToolId, args: Readonly<Record<string, unknown>>, caller: Caller): string {
  const parts = [ownerOf(caller), formatToolId(id), canonicalJson(args)];
  return createHash('sha256').update(parts.join('\0')).digest('base64');
}

/** Without what the protocol keeps for itself there: it speaks of the server's answer to us, not of ours. */
function ownMeta(meta: { readonly [key: string]: unknown }) {
  const own: { [key: string]: unknown } = {};
  for (const [key, value] of Object.entries(meta))
    if (key !== 'progressToken' && !key.startsWith('io.modelcontextprotocol/')) own[key] = value;
  return own;
}
