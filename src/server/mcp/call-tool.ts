import { ToolError } from '../../base/errors.ts';
import { errorPayload, invokeTool, type ToolOutcome } from '../../tool/invoke-tool.ts';
import type { ClientPort } from '../../tool/tool.ts';
import type { CallPlace } from '../call-tracker.ts';
import type { McpSurface } from '../surface.ts';
import type { ProgressSender } from './progress.ts';

export interface ToolCallRequest {
  readonly surface: McpSurface;
  /** Undefined when all are taken. */
  readonly place: CallPlace | undefined;
  readonly name: string;
  readonly input: unknown;
  readonly client: ClientPort;
  readonly progress: ProgressSender | undefined;
}

/** A client's call of one of the surface's tools, whichever way it came. Gives the place back. */
export async function callTool(request: ToolCallRequest): Promise<ToolOutcome> {
  const { surface, place, name, input, client, progress } = request;
  if (!place) return { ok: false, error: errorPayload(serverBusy()) };
  const started = performance.now();
  let endedWhole = false;
  try {
    const outcome = await invokeTool({
      registry: surface.registry,
      policy: surface.policy,
      name,
      input,
      context: {
        caller: surface.caller,
        signal: place.signal,
        client,
        ...(progress && { progress: progress.report }),
      },
      onBug: (thrown) =>
        surface.logger.error('tool failed', { tool: name, error: stackOf(thrown) }),
    });
    // Progress that arrives after its result confuses clients: let what was reported go out first.
    if (progress) await progress.sent();
    endedWhole = outcome.ok && outcome.tool.endsWithAnswer === true;
    const code = outcome.ok ? undefined : outcome.error.code;
    const ms = Math.round(performance.now() - started);
    surface.logger.debug('tool call', { tool: name, ms, code });
    return outcome;
  } finally {
    place.leave(endedWhole);
  }
}

function serverBusy(): ToolError {
  return new ToolError('unavailable', 'The server is running as many calls as it may.', {
    hint: 'Wait for one of your calls to end, then call again.',
  });
}

function stackOf(thrown: unknown): string {
  return thrown instanceof Error ? (thrown.stack ?? thrown.message) : String(thrown);
}
