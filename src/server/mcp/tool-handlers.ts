import {
  type ListToolsResult,
  MissingRequiredClientCapabilityError,
  type Server,
  type ServerContext,
} from '@modelcontextprotocol/server';
import { listedTool } from '../../tool/registry.ts';
import type { Tool } from '../../tool/tool.ts';
import type { McpSurface } from '../surface.ts';
import { clientFeatures, openDialogue } from './ask-client.ts';
import { callTool } from './call-tool.ts';
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
    const dialogue = openDialogue({ server, surface, states: shared.states, ctx, target: name });
    const { signal, _meta, notify } = ctx.mcpReq;
    const progressToken = _meta?.progressToken;
    const outcome = await callTool({
      surface,
      place: shared.calls.enter(signal),
      name,
      input,
      client: dialogue.port,
      progress:
        progressToken === undefined
          ? undefined
          : createProgressSender({ progressToken, signal, notify }),
    });
    const questions = outcome.ok ? undefined : await dialogue.openQuestions();
    return questions ?? toolResult(outcome);
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
