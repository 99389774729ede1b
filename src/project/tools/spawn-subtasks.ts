import { z } from 'zod';
import { ToolError } from '../../base/errors.ts';
import { defineProjectTool } from '../define-project-tool.ts';
import { nameField, repoPaths, reportText, taskFields, taskId } from '../fields.ts';
import { moveTask } from '../move-task.ts';
import { ownTaskOnly, provenanceOf } from '../rules/session-scope.ts';
import { leavesAndRoots, type SubtaskRef, siblingPlaces } from '../rules/split.ts';
import { isClosed } from '../rules/status.ts';
import { taskLineSchema, taskLineText } from '../views.ts';
import { taskLineOf } from './task-line.ts';

/** A task that thousands wait for must not make the answer too long to be given. */
const repointedShown = 200;

const subtask = z.strictObject({
  title: taskFields.title,
  description: taskFields.description.optional(),
  discipline: nameField.optional(),
  priority: taskFields.priority.optional(),
  acceptance_criteria: taskFields.acceptance_criteria.optional(),
  context_files: taskFields.context_files.optional(),
  hints: taskFields.hints.optional(),
  depends_on: z
    .array(z.union([taskId, z.string().regex(/^\$\d{1,2}$/)]))
    .max(40)
    .default([])
    .describe('"$0" is the first of these tasks; a number is an existing task.'),
});

export const spawnSubtasks = defineProjectTool({
  name: 'spawn_subtasks',
  title: 'Spawn subtasks',
  description:
    'Splits a task that is too big: creates the parts, skips the parent as replaced by them, and lets its dependents wait for the last parts instead.',
  category: 'task',
  effect: 'create',
  input: z.strictObject({
    parent_id: taskId,
    tasks: z.array(subtask).min(1).max(20),
    status: z
      .enum(['draft', 'pending'])
      .optional()
      .describe('Of the parts; as the parent unless given.'),
    reason: reportText(2_000).default('Too big for one session.'),
  }),
  output: z.strictObject({
    parent: taskLineSchema,
    tasks: z.array(taskLineSchema),
    repointed: z.array(z.int()),
  }),
  async handler({ parent_id, tasks, status, reason }, { store, session, caller, now, root }) {
    ownTaskOnly(session, parent_id, 'split');
    const parent = await store.tasks.get(parent_id);
    if (isClosed(parent.status)) {
      throw new ToolError(
        'conflict',
        `Task #${parent_id} is ${parent.status} and cannot be split.`,
        {
          hint: 'Create new tasks instead.',
        },
      );
    }
    const refs: SubtaskRef[] = tasks.map((task) => task.depends_on);
    siblingPlaces(refs);
    if (refs.some((depends) => depends.includes(parent_id))) throw waitsForParent(parent_id);
    const ids: number[] = [];
    for (const { discipline, context_files, depends_on: _, ...part } of tasks) {
      if (discipline) await store.disciplines.get(discipline);
      const added = await store.tasks.add({
        feature: parent.feature,
        discipline: discipline ?? parent.discipline,
        title: part.title,
        description: part.description ?? '',
        priority: part.priority ?? parent.priority,
        acceptance_criteria: part.acceptance_criteria ?? [],
        context_files: await repoPaths(root, context_files ?? parent.context_files),
        hints: part.hints ?? '',
        status: status ?? (parent.status === 'draft' ? 'draft' : 'pending'),
        provenance: provenanceOf(caller),
        discovered_from: parent_id,
      });
      ids.push(added.id);
    }
    const { leaves, roots } = leavesAndRoots(refs);
    for (const [place, depends] of refs.entries()) {
      const own = depends.map((ref) =>
        typeof ref === 'number' ? ref : (ids[Number(ref.slice(1))] ?? 0),
      );
      const inherited = roots.includes(place) ? parent.depends_on : [];
      await store.dependencies.set(ids[place] ?? 0, [...own, ...inherited]);
    }
    const repointed = await store.dependencies.repoint(
      parent_id,
      leaves.map((place) => ids[place] ?? 0),
    );
    const skipped = await moveTask({
      store,
      session,
      now,
      task: parent,
      to: 'skipped',
      reason,
      with: { superseded_by: ids },
    });
    const parts = await Promise.all(ids.map((id) => store.tasks.get(id)));
    return {
      parent: taskLineOf(skipped),
      tasks: parts.map(taskLineOf),
      repointed: repointed.slice(0, repointedShown),
    };
  },
  render: ({ parent, tasks, repointed }) =>
    [
      `#${parent.id} is replaced by:`,
      ...tasks.map(taskLineText),
      ...(repointed.length > 0
        ? [`Now waiting for them: ${repointed.map((id) => `#${id}`).join(', ')}`]
        : []),
    ].join('\n'),
});

function waitsForParent(id: number): ToolError {
  return new ToolError(
    'invalid_argument',
    `A part of #${id} cannot wait for #${id}, which it replaces.`,
    {
      details: [{ field: 'tasks.depends_on', message: `#${id} is being split` }],
      hint: 'Name another part as "$0", or leave it out: what the parent waited for is inherited.',
    },
  );
}
