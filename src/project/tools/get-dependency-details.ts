import { z } from 'zod';
import { defineProjectTool } from '../define-project-tool.ts';
import { cursorField, taskId } from '../fields.ts';
import { taskInQuestion } from '../rules/session-scope.ts';
import { parseIdCursor, taskRefSchema, taskRefText } from '../views.ts';

/** What a dependency left behind, cut so that a dozen of them still fit an answer. */
const longestText = 600;
const artifactsShown = 10;

const detailSchema = taskRefSchema.extend({
  summary: z.string(),
  last_handoff: z.string(),
  output_artifacts: z.array(z.string()),
  reopen_requested: z.string(),
});

export const getDependencyDetails = defineProjectTool({
  name: 'get_dependency_details',
  title: 'Get dependency details',
  description:
    'What the tasks that yours waits for produced: summary, artifacts and last handoff of each direct dependency.',
  category: 'task',
  effect: 'read',
  input: z.strictObject({ id: taskId.optional(), cursor: cursorField }),
  output: z.strictObject({
    id: z.int(),
    dependencies: z.array(detailSchema),
    next_cursor: z.string().nullable(),
  }),
  page: {
    rows: ({ dependencies }) => dependencies,
    keep(output, count) {
      const dependencies = output.dependencies.slice(0, count);
      const last = dependencies.at(-1);
      if (!last || count >= output.dependencies.length) return output;
      return { ...output, dependencies, next_cursor: String(last.id) };
    },
  },
  async handler({ id, cursor }, { store, session }) {
    const after = parseIdCursor(cursor);
    const task = await store.tasks.get(taskInQuestion(session, id));
    const dependencies = [];
    const refs = await store.dependencies.of(task.id);
    for (const ref of refs.filter((dependency) => dependency.id > after)) {
      const { summary, output_artifacts, reopen_requested } = await store.tasks.get(ref.id);
      const handoff = await store.comments.lastHandoff(ref.id);
      dependencies.push({
        ...ref,
        summary: cut(summary),
        last_handoff: cut(handoff?.body ?? ''),
        output_artifacts: output_artifacts.slice(0, artifactsShown),
        reopen_requested: cut(reopen_requested),
      });
    }
    return { id: task.id, dependencies, next_cursor: null };
  },
  render: ({ id, dependencies, next_cursor }) =>
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
          .concat(next_cursor ? [`More: cursor ${next_cursor}`] : [])
          .join('\n'),
});

function cut(text: string): string {
  return text.length <= longestText
    ? text
    : `${text.slice(0, longestText).replace(/[\uD800-\uDBFF]$/, '')}…`;
}
