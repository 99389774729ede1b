import { z } from 'zod';
import type { PageRule } from '../../tool/page.ts';
import { defineProjectTool } from '../define-project-tool.ts';
import { knownName } from '../feature-fields.ts';
import { learningSchema, learningText, learningView } from '../learning-view.ts';

const learningsShown = 10;

const output = z.strictObject({
  name: z.string(),
  display_name: z.string(),
  acronym: z.string().nullable(),
  description: z.string(),
  architecture: z.string(),
  boundaries: z.string(),
  knowledge_paths: z.array(z.string()),
  context_files: z.array(z.string()),
  dependencies: z.array(z.string()),
  tasks: z.strictObject({
    total: z.int(),
    done: z.int(),
    by_status: z.record(z.string(), z.int()),
  }),
  learnings: z.array(learningSchema),
  learning_count: z.int(),
  created_at: z.string(),
  updated_at: z.string(),
});
type Output = z.output<typeof output>;

/** The feature itself is always whole; learnings give way. */
const page: PageRule<Output> = {
  rows: ({ learnings }) => learnings,
  keep: (answer, count) => ({ ...answer, learnings: answer.learnings.slice(0, count) }),
};

export const getFeature = defineProjectTool({
  name: 'get_feature',
  title: 'Get feature',
  description:
    'One feature in full: texts, files, dependencies, task counts, and the learnings met most often.',
  category: 'feature',
  effect: 'read',
  input: z.strictObject({ name: knownName }),
  output,
  page,
  async handler({ name }, { store }) {
    const { knowledge_paths, context_files, dependencies, ...feature } =
      await store.features.get(name);
    const by_status = await store.features.taskCounts(name);
    return {
      ...feature,
      knowledge_paths: [...knowledge_paths],
      context_files: [...context_files],
      dependencies: [...dependencies],
      tasks: {
        total: Object.values(by_status).reduce((sum, count) => sum + count, 0),
        done: by_status.done ?? 0,
        by_status,
      },
      learnings: (await store.learnings.of(name, learningsShown)).map(learningView),
      learning_count: await store.learnings.count(name),
    };
  },
  render: featureText,
});

function featureText(feature: Output): string {
  const line = (title: string, value: string) => (value === '' ? [] : [`${title}: ${value}`]);
  const list = (title: string, values: readonly string[]) =>
    values.length > 0 ? [`${title}:`, ...values.map((value) => `  - ${value}`)] : [];
  const { total, done, by_status } = feature.tasks;
  const statuses = Object.entries(by_status).map(([status, count]) => `${status} ${count}`);
  return [
    `${feature.name} (${feature.display_name})${feature.acronym ? ` ${feature.acronym}` : ''}`,
    `Tasks: ${done}/${total} done${total > 0 ? ` (${statuses.join(', ')})` : ''}`,
    ...line('Depends on', feature.dependencies.join(', ')),
    ...line('Description', feature.description),
    ...line('Boundaries', feature.boundaries),
    ...line('Architecture', feature.architecture),
    ...list('Context files', feature.context_files),
    ...list('Knowledge', feature.knowledge_paths),
    ...list(
      `Learnings (${feature.learnings.length} of ${feature.learning_count})`,
      feature.learnings.map(learningText),
    ),
  ].join('\n');
}
