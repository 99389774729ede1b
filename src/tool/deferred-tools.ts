import type { Tool, ToolData } from './tool.ts';

/** Tools that can be listed at once, while the code that runs them is loaded with the first call of one. */
export function deferredTools(
  data: readonly ToolData[],
  load: () => Promise<readonly Tool[]>,
): readonly Tool[] {
  let loaded: Promise<ReadonlyMap<string, Tool>> | undefined;
  async function byName(): Promise<ReadonlyMap<string, Tool>> {
    try {
      return new Map((await load()).map((tool) => [tool.name, tool]));
    } catch (thrown) {
      // A file that could not be read now, with too many open, may be readable for the next call.
      loaded = undefined;
      throw thrown;
    }
  }
  return data.map((each) => ({
    ...each,
    async run(rawInput, context, limits) {
      loaded ??= byName();
      const tool = (await loaded).get(each.name);
      if (!tool) throw new Error(`${each.name} is listed and not defined`);
      return tool.run(rawInput, context, limits);
    },
  }));
}
