import { z } from 'zod';
import { ToolError } from '../../base/errors.ts';
import { defineProjectTool } from '../define-project-tool.ts';
import { knownName } from '../feature-fields.ts';
import { cursorField, text } from '../fields.ts';
import { type LearningView, learningSchema, learningText, learningView } from '../learning-view.ts';
import type { Learning } from '../model.ts';
import { matchingLearnings, mostLearnings } from '../rules/learnings.ts';
import { pageByCursor, parseIdCursor } from '../views.ts';

export const getFeatureLearnings = defineProjectTool({
  name: 'get_feature_learnings',
  title: 'Get feature learnings',
  description:
    'What was learnt about a feature, met most often first; with a query, what shares its words.',
  category: 'feature',
  effect: 'read',
  input: z.strictObject({
    feature_name: knownName,
    query: text(200).optional(),
    limit: z.int().min(1).max(mostLearnings).default(20),
    cursor: cursorField,
  }),
  output: z.strictObject({
    learnings: z.array(learningSchema),
    next_cursor: z.string().nullable(),
  }),
  page: pageByCursor('learnings', (learning: LearningView) => String(learning.id)),
  async handler({ feature_name, query, limit, cursor }, { store }) {
    await store.features.get(feature_name);
    const all = await store.learnings.of(feature_name, mostLearnings);
    const found = matchingLearnings(all, query);
    const start = placeAfter(found, cursor);
    const page = found.slice(start, start + limit);
    const last = page.at(-1);
    return {
      learnings: page.map(learningView),
      next_cursor: last && start + limit < found.length ? String(last.id) : null,
    };
  },
  render: ({ learnings, next_cursor }) =>
    [
      ...learnings.map(learningText),
      ...(learnings.length === 0 ? ['No learnings.'] : []),
      ...(next_cursor ? [`More: cursor ${next_cursor}`] : []),
    ].join('\n'),
});

/** The cursor is the last learning shown, because places move when something is met again. */
function placeAfter(found: readonly Learning[], cursor: string | undefined): number {
  const id = parseIdCursor(cursor);
  if (id === 0) return 0;
  const place = found.findIndex((learning) => learning.id === id);
  if (place >= 0) return place + 1;
  throw new ToolError('invalid_argument', `"${cursor}" is not a cursor of this list any more.`, {
    details: [{ field: 'cursor', message: 'not in this list' }],
    hint: 'Leave cursor out to begin again.',
  });
}
