import { createApp } from '../../app/create-app.ts';
import { createLogger } from '../../base/logger.ts';
import type { ToolOutcome } from '../../tool/invoke-tool.ts';
import { callFreely } from '../../tool/testing/call-freely.ts';

/** Calls a tool of the wired application, as a client would. */
export async function callLoopTool(
  name: string,
  input: unknown,
  where: {
    readonly root: string;
    readonly env: Readonly<Record<string, string | undefined>>;
    readonly progress?: (message: string) => void;
  },
): Promise<ToolOutcome> {
  const app = createApp({
    roots: [where.root],
    env: where.env,
    logger: createLogger({ level: 'error', format: 'text', write: () => {} }),
  });
  try {
    const caller = { author: 'test', via: 'mcp', session: null } as const;
    return await callFreely(await app.registry(), { name, input }, caller, where.progress);
  } finally {
    await app.close();
  }
}
