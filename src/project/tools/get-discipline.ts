import { z } from 'zod';
import { defineProjectTool } from '../define-project-tool.ts';
import { disciplineLine, disciplineLineSchema, disciplineLineText } from '../discipline-fields.ts';
import { withoutSecrets } from '../discipline-servers.ts';
import { knownName } from '../feature-fields.ts';

const settings = z.record(z.string(), z.unknown());

export const getDiscipline = defineProjectTool({
  name: 'get_discipline',
  title: 'Get discipline',
  description:
    'One discipline in full: persona, conventions, skills, MCP servers and the tools it goes without.',
  category: 'discipline',
  effect: 'read',
  input: z.strictObject({ name: knownName }),
  output: disciplineLineSchema.extend({
    system_prompt: z.string(),
    conventions: z.string(),
    mcp_servers: settings,
    mcp_tool_overrides: settings,
    created_at: z.string(),
    updated_at: z.string(),
  }),
  async handler({ name }, { store }) {
    const discipline = await store.disciplines.get(name);
    const { system_prompt, conventions, mcp_tool_overrides, created_at, updated_at } = discipline;
    return {
      ...disciplineLine(discipline),
      system_prompt,
      conventions,
      mcp_servers: withoutSecrets(discipline.mcp_servers),
      mcp_tool_overrides,
      created_at,
      updated_at,
    };
  },
  render(discipline) {
    const { system_prompt, conventions, mcp_servers, mcp_tool_overrides } = discipline;
    const line = (title: string, value: string) => (value === '' ? [] : [`${title}: ${value}`]);
    const json = (value: object) => (Object.keys(value).length > 0 ? JSON.stringify(value) : '');
    return [
      disciplineLineText(discipline),
      ...line('Persona', system_prompt),
      ...line('Conventions', conventions),
      ...line('MCP servers', json(mcp_servers)),
      ...line('Tool overrides', json(mcp_tool_overrides)),
    ].join('\n');
  },
});
