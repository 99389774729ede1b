import type { JsonSchema, Tool } from '../../tool/tool.ts';

/** One tool as `ralph tool list --json` and `ralph tool show --json` print it. */
export interface ToolRecord {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly toolset: string;
  readonly category: string;
  readonly aliases?: readonly string[];
  readonly annotations: {
    readonly read_only_hint: boolean;
    readonly destructive_hint: boolean;
    readonly idempotent_hint: boolean;
    readonly open_world_hint: boolean;
  };
  readonly input_schema: JsonSchema;
  readonly output_schema?: JsonSchema;
}

export function toolRecord(tool: Tool): ToolRecord {
  const { annotations } = tool;
  return {
    name: tool.name,
    title: tool.title,
    description: tool.description,
    toolset: tool.toolset,
    category: tool.category,
    ...(tool.aliases.length > 0 && { aliases: tool.aliases }),
    annotations: {
      read_only_hint: annotations.readOnlyHint,
      destructive_hint: annotations.destructiveHint,
      idempotent_hint: annotations.idempotentHint,
      open_world_hint: annotations.openWorldHint,
    },
    input_schema: tool.inputSchema,
    ...(tool.outputSchema && { output_schema: tool.outputSchema }),
  };
}

/** What a tool may do, in a word or two. */
export function effectOf({ annotations }: Tool): string {
  if (annotations.readOnlyHint) return 'reads';
  return annotations.destructiveHint ? 'can destroy' : 'writes';
}
