import { z } from 'zod';
import { defineProjectTool } from '../define-project-tool.ts';
import { taskId } from '../fields.ts';
import { taskInQuestion } from '../rules/session-scope.ts';
import { taskRefSchema, taskRefText } from '../views.ts';

/** What a dependency left behind, cut so that a dozen of them still fit an answer. */
const longestText = 600;

export const getDependencyDetails = defineProjectTool({
  name: 'get_dependency_details',
  title: 'Get dependency details',
  description:
    'What the tasks that yours waits for produced: summary, artifacts and last handoff of each direct dependency.',
  category: 'task',
  effect: 'read',
  input: z.strictObject({ id: taskId.optional() }),
  output: z.strictObject({
    id: z.int(),
    dependencies: z.array(
      taskRefSchema.extend({
        summary: z.string(),
        last_handoff: z.string(),
        output_artifacts: z.array(z.string()),
        reopen_requested: z.string(),
      }),
    ),
  }),
  async handler({ id }, { store, session }) {
    const task = await store.tasks.get(taskInQuestion(session, id));
    const dependencies = [];
    for (const ref of await store.dependencies.of(task.id)) {
      const { summary, output_artifacts, reopen_requested } = await store.tasks.get(ref.id);
      const handoff = await store.comments.lastHandoff(ref.id);
      dependencies.push({
        ...ref,
        summary: cut(summary),
        last_handoff: cut(handoff?.body ?? ''),
        output_artifacts: output_artifacts.slice(0, 20),
        reopen_requested: cut(reopen_requested),
      });
    }
    return { id: task.id, dependencies };
  },
  render: ({ id, dependencies }) =>
    dependencies.length === 0
      ? `#${id} waits for nothing.`
      : dependencies
          .map((d) =>
            [
              taskRefText(d),
              ...(d.summary ? [`  ${d.summary}`] : []),
              ...(d.last_handoff && d.last_handoff !== d.summary
                ? [`  Handoff: ${d.last_handoff}`]
                : []),
              ...(d.output_artifacts.length > 0
                ? [`  Made: ${d.output_artifacts.join(', ')}`]
                : []),
              ...(d.reopen_requested ? [`  Reopening asked for: ${d.reopen_requested}`] : []),
            ].join('\n'),
          )
          .join('\n'),
});

function cut(text: string): string {
  return text.length <= longestText ? text : `${text.slice(0, longestText)}…`;
}
