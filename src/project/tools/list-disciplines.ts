import { z } from 'zod';
import { defineProjectTool } from '../define-project-tool.ts';
import {
  type DisciplineLineView,
  disciplineLine,
  disciplineLineSchema,
  disciplineLineText,
} from '../discipline-fields.ts';
import { cursorField } from '../fields.ts';
import { pageByCursor } from '../views.ts';

export const listDisciplines = defineProjectTool({
  name: 'list_disciplines',
  title: 'List disciplines',
  description: 'Disciplines by name with their skills, paged.',
  category: 'discipline',
  effect: 'read',
  input: z.strictObject({ limit: z.int().min(1).max(200).default(50), cursor: cursorField }),
  output: z.strictObject({
    disciplines: z.array(disciplineLineSchema),
    next_cursor: z.string().nullable(),
  }),
  page: pageByCursor('disciplines', (discipline: DisciplineLineView) => discipline.name),
  async handler({ limit, cursor = '' }, { store }) {
    const rows = await store.disciplines.list(cursor, limit + 1);
    return {
      disciplines: rows.slice(0, limit).map(disciplineLine),
      next_cursor: rows.length > limit ? (rows[limit - 1]?.name ?? null) : null,
    };
  },
  render: ({ disciplines, next_cursor }) =>
    [
      ...disciplines.map(disciplineLineText),
      ...(disciplines.length === 0 ? ['No disciplines.'] : []),
      ...(next_cursor ? [`More: cursor ${next_cursor}`] : []),
    ].join('\n'),
});
