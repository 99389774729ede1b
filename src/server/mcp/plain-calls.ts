import { isCallToolResult, SERVER_INFO_META_KEY } from '@modelcontextprotocol/server';
import { ToolError } from '../../base/errors.ts';
import { errorPayload } from '../../tool/invoke-tool.ts';
import type { ClientFeature, ClientPort } from '../../tool/tool.ts';
import type { CallTracker } from '../call-tracker.ts';
import type { McpSurface } from '../surface.ts';
import { collectQuestions, featuresIn } from './ask-client.ts';
import { callTool } from './call-tool.ts';
import { serverInfo } from './create-mcp-server.ts';
import type { PlainCall } from './plain-call.ts';
import type { ProgressSender } from './progress.ts';
import { errorResult, toolResult } from './tool-result.ts';

type Result = { readonly [key: string]: unknown };
type ToolResult = ReturnType<typeof toolResult>;

/**
 * Answers calls past the SDK's server, which checks every message many times over and costs more than all the rest
 * of a call. The SDK still judges: only what says the same of its client as a request that it answered before is
 * taken here, and a tool that has a question is left to it.
 */
export interface PlainCalls {
  /** The SDK has answered a request of this manner. */
  learn(manner: string, capabilities: unknown): void;
  forget(): void;
  /** Undefined when the SDK has to take the call. */
  start(call: PlainCall, manner: string, hooks?: PlainCallHooks): RunningCall | undefined;
}

export interface PlainCallHooks {
  progress?(signal: AbortSignal): ProgressSender;
  readonly log?: NonNullable<ClientPort['log']>;
}

export interface RunningCall {
  /** Undefined when the SDK has to take it after all: tools that ask are made to be run again. */
  readonly result: Promise<Result | undefined>;
  cancel(reason: unknown): void;
}

const mostManners = 200;

const noQuestions = { port: {}, hasOpen: () => false };

export function createPlainCalls(surface: McpSurface, calls: CallTracker): PlainCalls {
  const known = new Map<string, ReadonlySet<ClientFeature>>();
  return {
    learn(manner, capabilities) {
      const [oldest] = known.keys();
      if (known.size >= mostManners && oldest !== undefined) known.delete(oldest);
      known.set(manner, featuresIn(capabilities));
    },
    forget: () => known.clear(),
    start(call, manner, hooks = {}) {
      const offered = known.get(manner);
      if (!offered || surface.registry.get(call.name)?.requires) return undefined;
      const place = calls.enter();
      const questions =
        offered.size === 0
          ? noQuestions
          : collectQuestions({ offered, given: {}, target: call.name });
      const { log } = hooks;
      const result = callTool({
        surface,
        place,
        name: call.name,
        input: call.input,
        client: log ? { ...questions.port, log } : questions.port,
        progress: place && hooks.progress?.(place.signal),
      }).then((outcome) =>
        !outcome.ok && questions.hasOpen()
          ? undefined
          : encoded(toolResult(outcome), call, surface),
      );
      return { result, cancel: (reason) => place?.cancel(reason) };
    },
  };
}

/** As the era of the call wants it, and never anything that a client would have to refuse. */
function encoded(
  result: ToolResult,
  { name, revision }: PlainCall,
  { logger }: McpSurface,
): Result {
  if (!isTextOnly(result.content) && !isCallToolResult(result)) {
    logger.error('a tool answered with what is no result', { tool: name });
    return encodedFor(revision, errorResult(errorPayload(noResult(name))));
  }
  return encodedFor(revision, result);
}

/** What nearly every result is, told without the schema of all kinds. */
function isTextOnly(content: ToolResult['content']): boolean {
  return content.every(
    (block) =>
      block.type === 'text' && typeof block.text === 'string' && Object.keys(block).length === 2,
  );
}

function encodedFor(revision: string | undefined, result: Result): Result {
  if (revision === undefined) return result;
  const meta = typeof result._meta === 'object' ? result._meta : undefined;
  return {
    ...result,
    resultType: 'complete',
    _meta: { [SERVER_INFO_META_KEY]: serverInfo, ...meta },
  };
}

function noResult(name: string): ToolError {
  return new ToolError('execution_failed', `${name} answered with what is no result.`, {
    hint: 'This is a bug in Ralph, and its log has the details. Trying again may help; changing the input may not.',
  });
}
