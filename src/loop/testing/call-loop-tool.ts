import { createApp } from '../../app/create-app.ts';
import { createLogger } from '../../base/logger.ts';
import { allowAll, invokeTool, type ToolOutcome } from '../../tool/invoke-tool.ts';

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
  const bugs: unknown[] = [];
  const app = createApp({
    roots: [where.root],
    env: where.env,
    logger: createLogger({ level: 'error', format: 'text', write: () => {} }),
  });
  const outcome = await invokeTool({
    registry: await app.registry(),
    policy: allowAll,
    name,
    input,
    context: {
      caller: { author: 'test', via: 'mcp', session: null },
      signal: new AbortController().signal,
      client: {},
      progress: ({ message }) => where.progress?.(message ?? ''),
    },
    onBug: (thrown) => bugs.push(thrown),
  });
  await app.close();
  if (bugs.length > 0) throw bugs[0];
  return outcome;
}
