import { z } from 'zod';
import { defined } from '../../base/defined.ts';
import { ToolError } from '../../base/errors.ts';
import { defineProjectTool } from '../define-project-tool.ts';
import { nameField, repoPaths, taskFields } from '../fields.ts';
import { ownTaskId } from '../own-task.ts';
import { provenanceOf } from '../rules/session-scope.ts';
import type { ProjectStore } from '../store/project-store.ts';
import { taskLineSchema, taskLineText } from '../views.ts';
import { taskLineOf } from './task-line.ts';

export const createTask = defineProjectTool({
  name: 'create_task',
  title: 'Create task',
  description:
    'Adds a task to a feature. draft = still to be enriched; pending = ready to be worked on once its dependencies are done. An open task of the same title is refused.',
  category: 'task',
  effect: 'create',
  input: z.strictObject({
    feature: nameField,
    discipline: nameField,
    title: taskFields.title,
    description: taskFields.description.optional(),
    priority: taskFields.priority.default('medium'),
    status: z.enum(['draft', 'pending']).default('draft'),
    acceptance_criteria: taskFields.acceptance_criteria.optional(),
    depends_on: taskFields.depends_on.optional(),
    tags: taskFields.tags.optional(),
    context_files: taskFields.context_files.optional(),
    output_artifacts: taskFields.output_artifacts.optional(),
    hints: taskFields.hints.optional(),
    estimated_turns: taskFields.estimated_turns.optional(),
  }),
  output: z.strictObject({ task: taskLineSchema }),
  async handler(
    { depends_on, context_files, output_artifacts, ...fields },
    { store, session, caller, root },
  ) {
    await store.features.get(fields.feature);
    await store.disciplines.get(fields.discipline);
    if (session) await refuseTwin(store, fields.feature, fields.title);
    const task = await store.tasks.add({
      ...defined(fields),
      provenance: provenanceOf(caller),
      context_files: await repoPaths(root, context_files ?? []),
      output_artifacts: await repoPaths(root, output_artifacts ?? []),
      discovered_from: await ownTaskId(store, session),
    });
    await store.dependencies.set(task.id, depends_on ?? []);
    return { task: taskLineOf(task) };
  },
  render: ({ task }) => `Created ${taskLineText(task)}`,
});

/** Agents that lose track create the same task again and again. People may have two of a name if they like. */
async function refuseTwin(store: ProjectStore, feature: string, title: string): Promise<void> {
  const twin = await store.tasks.openTwin(feature, title);
  if (!twin) return;
  throw new ToolError(
    'similar_exists',
    `Feature "${feature}" has this task already: #${twin.id} (${twin.status}).`,
    {
      details: [{ field: 'title', message: `#${twin.id} "${twin.title}"` }],
      hint: `Go on with #${twin.id}, or say in the title how the new one differs.`,
    },
  );
}
