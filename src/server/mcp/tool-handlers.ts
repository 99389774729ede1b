import {
  type ListToolsResult,
  MissingRequiredClientCapabilityError,
  type Server,
  type ServerContext,
} from '@modelcontextprotocol/server';
import { ToolError } from '../../base/errors.ts';
import { errorPayload, invokeTool } from '../../tool/invoke-tool.ts';
import { listedTool } from '../../tool/registry.ts';
import type { Tool } from '../../tool/tool.ts';
import type { McpSurface } from '../surface.ts';
import { clientFeatures, openDialogue } from './ask-client.ts';
import type { ServerShared } from './create-mcp-server.ts';
import { listPage } from './list-page.ts';
import { createProgressSender } from './progress.ts';
import { outputSchemaWithErrors, toolResult } from './tool-result.ts';

export function installToolHandlers(
  server: Server,
  surface: McpSurface,
  shared: ServerShared,
): void {
  server.setRequestHandler('tools/list', (request) => {
    const { items, nextCursor } = listPage('tools/list', surface.tools, request.params?.cursor);
    return { tools: items.map(protocolTool), ...(nextCursor && { nextCursor }) };
  });

  server.setRequestHandler('tools/call', async (request, ctx) => {
    const { name, arguments: input } = request.params;
    requireFeatures(surface.registry.get(name), server, ctx);
    const place = shared.calls.enter(ctx.mcpReq.signal);
    if (!place) return toolResult({ ok: false, error: errorPayload(serverBusy()) });
    const started = performance.now();
    const dialogue = openDialogue({ server, surface, states: shared.states, ctx, target: name });
    const progress = createProgressSender(ctx);
    try {
      const outcome = await invokeTool({
        registry: surface.registry,
        policy: surface.policy,
        name,
        input,
        context: {
          caller: surface.caller,
          signal: place.signal,
          client: dialogue.port,
          ...(progress && { progress: progress.report }),
        },
        onBug: (thrown) =>
          surface.logger.error('tool failed', { tool: name, error: stackOf(thrown) }),
      });
      // Progress that arrives after its result confuses clients: let what was reported go out first.
      await progress?.sent();
      const code = outcome.ok ? undefined : outcome.error.code;
      const ms = Math.round(performance.now() - started);
      surface.logger.debug('tool call', { tool: name, ms, code });
      const questions = outcome.ok ? undefined : await dialogue.openQuestions();
      return questions ?? toolResult(outcome);
    } finally {
      place.leave();
    }
  });
}

function protocolTool(tool: Tool): ListToolsResult['tools'][number] {
  const { inputSchema, outputSchema, ...rest } = listedTool(tool);
  return {
    ...rest,
    inputSchema: { ...inputSchema, type: 'object' },
    ...(outputSchema && {
      outputSchema: { ...outputSchemaWithErrors(outputSchema), type: 'object' },
    }),
  };
}

/** The protocol has an error of its own for this, with which a client can tell its user what to switch on. */
function requireFeatures(tool: Tool | undefined, server: Server, ctx: ServerContext): void {
  if (!tool?.requires) return;
  const offered = clientFeatures(server, ctx);
  const missing = tool.requires.filter((feature) => !offered.has(feature));
  if (missing.length === 0) return;
  throw new MissingRequiredClientCapabilityError({
    requiredCapabilities: Object.fromEntries(missing.map((feature) => [feature, {}])),
  });
}

function serverBusy(): ToolError {
  return new ToolError('unavailable', 'The server is running as many calls as it may.', {
    hint: 'Wait for one of your calls to end, then call again.',
  });
}

function stackOf(thrown: unknown): string {
  return thrown instanceof Error ? (thrown.stack ?? thrown.message) : String(thrown);
}
