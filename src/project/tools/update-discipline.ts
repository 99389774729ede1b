import { z } from 'zod';
import { defined } from '../../base/defined.ts';
import { defineProjectTool } from '../define-project-tool.ts';
import { disciplineFields } from '../discipline-fields.ts';
import { mcpServersField, refuseSecrets } from '../discipline-servers.ts';
import { changedText, knownName, refuseNothingGiven } from '../feature-fields.ts';
import { changedFields } from '../rules/changed-fields.ts';
import { ownDisciplineOnly } from '../rules/session-scope.ts';

export const updateDiscipline = defineProjectTool({
  name: 'update_discipline',
  title: 'Update discipline',
  description:
    'Replaces the given fields of a discipline; lists and mcp_servers are replaced whole. A server has command (with args, env) or url (with headers).',
  category: 'discipline',
  effect: 'update',
  input: z.strictObject({
    name: knownName,
    display_name: disciplineFields.display_name.optional(),
    icon: disciplineFields.icon.optional(),
    color: disciplineFields.color.optional(),
    system_prompt: disciplineFields.system_prompt.optional(),
    skills: disciplineFields.skills.optional(),
    conventions: disciplineFields.conventions.optional(),
    mcp_servers: mcpServersField.optional(),
  }),
  output: z.strictObject({ name: z.string(), changed: z.array(z.string()) }),
  async handler({ name, ...fields }, { store, session }) {
    const before = await store.disciplines.get(name);
    ownDisciplineOnly(session, name);
    refuseNothingGiven('update_discipline', defined(fields));
    if (fields.mcp_servers) refuseSecrets(fields.mcp_servers);
    const after = await store.disciplines.change(name, defined(fields));
    return { name, changed: changedFields(before, after) };
  },
  render: ({ name, changed }) => changedText(name, changed),
});
