import type { Tool } from '../tool/tool.ts';
import type { SessionPlan } from './plan.ts';

/** The tools of a plan as they are listed: a tool that is on in part shows only the fields it takes. */
export function plannedTools(
  tools: readonly Tool[],
  { enabled_tools, field_limits }: Pick<SessionPlan, 'enabled_tools' | 'field_limits'>,
): Tool[] {
  const enabled = new Set(enabled_tools);
  return tools
    .filter(({ name }) => enabled.has(name))
    .map((tool) => narrowed(tool, field_limits[tool.name]));
}

function narrowed(tool: Tool, fields: readonly string[] | undefined): Tool {
  if (!fields) return tool;
  const { properties, required, ...schema } = tool.inputSchema;
  const kept = Object.entries(properties ?? {}).filter(([name]) => fields.includes(name));
  return {
    ...tool,
    inputSchema: {
      ...schema,
      properties: Object.fromEntries(kept),
      ...(Array.isArray(required) && {
        required: required.filter((name) => fields.includes(name)),
      }),
    },
  };
}
