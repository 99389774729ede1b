import type { JsonSchema, Tool, Toolset } from './tool.ts';

const namePattern = /^[a-z][a-z0-9_]{0,39}$/;
const longestDescription = 2_048;

export interface Registry {
  /** By name or alias. */
  get(name: string): Tool | undefined;
  list(filter?: { readonly toolsets?: readonly Toolset[] }): readonly Tool[];
}

/** One tool as `tools/list` shows it. */
export interface ListedTool {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly inputSchema: JsonSchema;
  readonly outputSchema?: JsonSchema;
  readonly annotations: Tool['annotations'];
}

export function listedTool(tool: Tool): ListedTool {
  return {
    name: tool.name,
    title: tool.title,
    description: tool.description,
    inputSchema: tool.inputSchema,
    ...(tool.outputSchema && { outputSchema: tool.outputSchema }),
    annotations: tool.annotations,
  };
}

export function createRegistry(tools: readonly Tool[]): Registry {
  const byName = new Map<string, Tool>();
  for (const tool of tools) {
    if (!namePattern.test(tool.name)) throw new Error(`tool name "${tool.name}" breaks the rule`);
    if (tool.description.length > longestDescription) {
      throw new Error(`${tool.name}: description over ${longestDescription} characters`);
    }
    for (const name of [tool.name, ...tool.aliases]) {
      if (byName.has(name)) throw new Error(`two tools are called "${name}"`);
      byName.set(name, tool);
    }
  }
  return {
    get: (name) => byName.get(name),
    list: (filter) =>
      filter?.toolsets
        ? tools.filter((tool) => filter.toolsets?.includes(tool.toolset))
        : [...tools],
  };
}
