import { z } from 'zod';
import { defined } from '../../base/defined.ts';
import { ToolError } from '../../base/errors.ts';
import { defineProjectTool } from '../define-project-tool.ts';
import {
  disciplineFields,
  disciplineLine,
  disciplineLineSchema,
  disciplineLineText,
} from '../discipline-fields.ts';
import { acronymField, freeAcronym } from '../feature-fields.ts';
import { nameField } from '../fields.ts';
import { normalisedName } from '../rules/similarity.ts';

export const createDiscipline = defineProjectTool({
  name: 'create_discipline',
  title: 'Create discipline',
  description:
    'Adds a discipline: a way of working, with the persona, skills and conventions its sessions get.',
  category: 'discipline',
  effect: 'create',
  input: z.strictObject({
    name: nameField,
    display_name: disciplineFields.display_name,
    icon: disciplineFields.icon,
    color: disciplineFields.color,
    acronym: acronymField.optional(),
    system_prompt: disciplineFields.system_prompt.optional(),
    skills: disciplineFields.skills.optional(),
    conventions: disciplineFields.conventions.optional(),
  }),
  output: z.strictObject({ discipline: disciplineLineSchema }),
  async handler({ name, acronym = '', ...fields }, { store }) {
    const same = (other: string) => normalisedName(other) === normalisedName(name);
    const twin = (await store.disciplines.names()).find(same);
    if (twin !== undefined) {
      throw new ToolError('conflict', `The discipline "${twin}" exists already.`, {
        hint: `Use "${twin}", or choose another name if it is another thing.`,
        details: [{ field: 'name', message: `taken by ${twin}` }],
      });
    }
    const added = await store.disciplines.add(name, {
      ...defined(fields),
      acronym: await freeAcronym(store.disciplines, acronym, name),
    });
    return { discipline: disciplineLine(added) };
  },
  render: ({ discipline }) => `Created ${disciplineLineText(discipline)}`,
});
