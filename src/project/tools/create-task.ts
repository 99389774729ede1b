import { z } from 'zod';
import { defined } from '../../base/defined.ts';
import { defineProjectTool } from '../define-project-tool.ts';
import { nameField, repoPaths, taskFields } from '../fields.ts';
import { taskLineSchema, taskLineText } from '../views.ts';
import { taskLineOf } from './task-line.ts';

export const createTask = defineProjectTool({
  name: 'create_task',
  title: 'Create task',
  description:
    'Adds a task to a feature. draft = still to be enriched; pending = ready to be worked on once its dependencies are done.',
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
    { store, session, root },
  ) {
    await store.features.get(fields.feature);
    await store.disciplines.get(fields.discipline);
    const task = await store.tasks.add({
      ...defined(fields),
      provenance: session ? 'agent' : 'human',
      context_files: await repoPaths(root, context_files ?? []),
      output_artifacts: await repoPaths(root, output_artifacts ?? []),
      discovered_from: session?.task_id ?? null,
    });
    await store.dependencies.set(task.id, depends_on ?? []);
    return { task: taskLineOf(task) };
  },
  render: ({ task }) => `Created ${taskLineText(task)}`,
});
