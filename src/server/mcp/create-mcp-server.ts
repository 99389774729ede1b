import { Server, type ServerContext } from '@modelcontextprotocol/server';
import { version } from '../../base/version.ts';
import type { CallTracker } from '../call-tracker.ts';
import type { McpSurface } from '../surface.ts';
import type { RequestStates } from './ask-client.ts';
import { installPromptHandlers } from './prompt-handlers.ts';
import { installResourceHandlers } from './resource-handlers.ts';
import { installToolHandlers } from './tool-handlers.ts';

/** What every connection of one process shares. */
export interface ServerShared {
  readonly calls: CallTracker;
  readonly states: RequestStates;
}

/** Who answers, as every result of the newer era says. */
export const serverInfo = { name: 'ralph', title: 'Ralph', version };

/** One SDK server over a surface: the same for every transport and both protocol eras. */
export function createMcpServer(surface: McpSurface, shared: ServerShared): Server {
  const server = new Server(serverInfo, {
    capabilities: {
      tools: {},
      prompts: {},
      resources: { subscribe: true },
      completions: {},
      logging: {},
    },
    ...(surface.instructions !== undefined && { instructions: surface.instructions }),
    // Lists are fixed for the life of the process, and may differ between tokens.
    cacheHints: {
      'tools/list': { ttlMs: 300_000, cacheScope: 'private' },
      'prompts/list': { ttlMs: 300_000, cacheScope: 'private' },
      'resources/templates/list': { ttlMs: 300_000, cacheScope: 'private' },
      'server/discover': { ttlMs: 300_000, cacheScope: 'private' },
    },
    requestState: {
      verify: (state: string, ctx: ServerContext) => shared.states.verify(state, surface, ctx),
    },
  });
  server.onerror = (error) => surface.logger.debug('protocol', { error: error.message });
  installToolHandlers(server, surface, shared);
  installResourceHandlers(server, surface);
  installPromptHandlers(server, surface, shared);
  return server;
}
