import type { Logger } from '../base/logger.ts';
import type { ToolPolicy } from '../tool/invoke-tool.ts';
import type { Registry } from '../tool/registry.ts';
import type { Caller, Tool, Toolset } from '../tool/tool.ts';
import type { Prompt } from './prompt.ts';
import type { Resource } from './resource.ts';

/**
 * Everything one kind of connection sees. It is fixed when the connection is made: a list that changed
 * under a client would break its prompt cache and the 2026-07-28 protocol.
 */
export interface McpSurface {
  /** Names the surface for isolation: state made under one key is refused under another. */
  readonly key: string;
  readonly registry: Registry;
  /** What `tools/list` shows. */
  readonly tools: readonly Tool[];
  /** What a call may use; it refuses at least everything that is not in `tools`. */
  readonly policy: ToolPolicy;
  readonly resources: readonly Resource[];
  readonly prompts: readonly Prompt[];
  readonly caller: Caller;
  readonly logger: Logger;
  readonly instructions?: string;
}

/** The surfaces of a server that was started without a session. */
export const defaultToolsets: readonly Toolset[] = ['loop', 'context', 'catalog'];

/** The view of an IDE: every tool of the chosen toolsets, and a refusal that says how to get the others. */
export function toolsetSurface(
  options: Omit<McpSurface, 'tools' | 'policy'> & { readonly toolsets: readonly Toolset[] },
): McpSurface {
  const { toolsets, ...rest } = options;
  const tools = options.registry.list({ toolsets });
  const visible = new Set(tools.map((tool) => tool.name));
  return {
    ...rest,
    tools,
    prompts: options.prompts.filter((prompt) =>
      (prompt.tools ?? []).every((name) => visible.has(name)),
    ),
    policy: {
      check: (tool) =>
        visible.has(tool.name)
          ? { allowed: true }
          : {
              allowed: false,
              message: `${tool.name} belongs to the toolset "${tool.toolset}", which this server was not started with (${toolsets.join(', ')}).`,
              hint: `Restart it as \`ralph mcp --toolsets ${[...toolsets, tool.toolset].join(',')}\`, or use one of the tools it lists.`,
            },
    },
  };
}
