import { ToolError } from '../base/errors.ts';
import type { Logger } from '../base/logger.ts';
import type { RawCallResult } from '../catalog/connections/call-options.ts';
import { defaultBreaker } from '../catalog/connections/circuit-breaker.ts';
import { createServerPool, type ServerPool } from '../catalog/connections/server-pool.ts';
import type { ContextSettings } from '../context/config.ts';
import type { MemoryServer } from '../context/memory-server.ts';
import { knownToken } from '../server/http/token-file.ts';

/** As long as a run waits for its memory; what takes longer is as good as gone. */
const timeoutMs = 10_000;
const startTimeoutMs = 5_000;
const name = 'context';
/** A run asks once or twice in an iteration, and a local port that nobody listens on refuses at once: so long pauses would only keep a server that is back from being used. */
const longestPauseMs = 2_000;

export interface ContextServer extends MemoryServer {
  close(): Promise<void>;
}

/** The context server that runs at the address of the settings. Connects when it is first asked, and again when lost. */
export function contextServer(options: {
  readonly root: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly logger: Logger;
  readonly settings: ContextSettings['server'];
}): ContextServer {
  const { root, env, logger, settings } = options;
  let pool: Promise<ServerPool> | undefined;

  async function open(): Promise<ServerPool> {
    const token = await knownToken({ root, env });
    const isSse = settings.transport === 'sse';
    return createServerPool({
      specs: [
        {
          name,
          transport: isSse ? 'sse' : 'http',
          url: `http://127.0.0.1:${settings.port}/${isSse ? 'sse' : 'mcp'}`,
          headers: token === undefined ? {} : { authorization: `Bearer ${token}` },
          enabled: true,
          timeoutMs,
          startTimeoutMs,
          source: 'learning.mcp_context.server',
        },
      ],
      root,
      env,
      logger,
      maxConnections: 1,
      idleStopMs: 60_000,
      breaker: { ...defaultBreaker, longestPauseMs },
    });
  }

  return {
    async call(tool, input, signal = AbortSignal.timeout(timeoutMs)) {
      pool ??= open();
      const result = await (await pool).call(name, tool, { ...input }, { signal, caller: 'loop' });
      if (result.isError === true) throw refused(tool, result);
      return result.structuredContent;
    },
    async close() {
      await (await pool)?.close();
    },
  };
}

function refused(tool: string, { structuredContent, content }: RawCallResult): ToolError {
  const said = JSON.stringify(structuredContent ?? content ?? null).slice(0, 500);
  return new ToolError('unavailable', `The context server refused ${tool}: ${said}`, {
    hint: 'Look at the log of the server at learning.mcp_context.server.',
  });
}
