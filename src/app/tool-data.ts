import { toolDataOf } from '../tool/define-tool.ts';
import type { ToolData, Toolset } from '../tool/tool.ts';

/**
 * What the tools of each set say of themselves. The build asks this once and puts the answers in the place of this
 * file (`scripts/build.mjs`): loading the tools and making their JSON schemas would be a third of a server's start.
 */
export const toolData: Readonly<Record<Toolset, () => Promise<readonly ToolData[]>>> = {
  loop: async () => (await import('../loop/tools.ts')).loopTools.map(toolDataOf),
  project: async () => (await import('../project/tools.ts')).projectTools.map(toolDataOf),
  context: async () => (await import('../context/tools.ts')).contextTools.map(toolDataOf),
  catalog: async () => (await import('../catalog/tools.ts')).catalogTools.map(toolDataOf),
};
