import { z } from 'zod';
import { type Learning, learningSources } from './model.ts';

export const learningSchema = z.strictObject({
  id: z.int(),
  text: z.string(),
  source: z.enum(learningSources),
  hit_count: z.int(),
  reviewed: z.boolean(),
  conflicts_with: z.int().nullable(),
});
export type LearningView = z.output<typeof learningSchema>;

export function learningView(learning: Learning): LearningView {
  const { id, text, source, hit_count, reviewed, conflicts_with } = learning;
  return { id, text, source, hit_count, reviewed, conflicts_with };
}

export function learningText(learning: LearningView): string {
  const marks = [
    learning.source,
    ...(learning.hit_count > 1 ? [`met ${learning.hit_count} times`] : []),
    ...(learning.reviewed ? ['reviewed'] : []),
    ...(learning.conflicts_with === null ? [] : [`contradicts (${learning.conflicts_with})`]),
  ];
  return `(${learning.id}) ${learning.text} [${marks.join(', ')}]`;
}
