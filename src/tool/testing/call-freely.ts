import { allowAll, invokeTool, type ToolOutcome } from '../invoke-tool.ts';
import type { Registry } from '../registry.ts';
import type { Caller } from '../tool.ts';

/** Calls a tool through the one door with nothing forbidden. A bug is thrown, so that no test passes over one. */
export function callFreely(
  registry: Registry,
  { name, input }: { readonly name: string; readonly input: unknown },
  caller: Caller,
  progress: (message: string) => void = () => undefined,
): Promise<ToolOutcome> {
  return invokeTool({
    registry,
    policy: allowAll,
    name,
    input,
    context: {
      caller,
      signal: new AbortController().signal,
      client: {},
      progress: ({ message }) => progress(message ?? ''),
    },
    onBug(thrown) {
      throw thrown;
    },
  });
}
