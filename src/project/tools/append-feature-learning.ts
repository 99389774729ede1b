import { z } from 'zod';
import { ToolError } from '../../base/errors.ts';
import { redactText } from '../../base/redaction.ts';
import { plainStatement } from '../../base/safe-text.ts';
import { defineProjectTool } from '../define-project-tool.ts';
import { knownName } from '../feature-fields.ts';
import { requiredText, taskId, text } from '../fields.ts';
import { learningSources } from '../model.ts';
import { ownTaskId } from '../own-task.ts';
import {
  firstToPrune,
  isReviewed,
  learningSource,
  longestLearning,
  mostLearnings,
  relatedLearning,
} from '../rules/learnings.ts';

export const appendFeatureLearning = defineProjectTool({
  name: 'append_feature_learning',
  title: 'Append feature learning',
  description:
    'Keeps one fact that later work on the feature must know. Said before, it only counts again; an opposite one is kept beside it.',
  category: 'feature',
  effect: 'create',
  input: z.strictObject({
    feature_name: knownName,
    text: requiredText(longestLearning),
    source: z.enum(['auto', 'agent', 'human']).optional(),
    reason: text(longestLearning).optional(),
    task_id: taskId.optional(),
  }),
  output: z.strictObject({
    deduped: z.boolean(),
    id: z.int().optional(),
    existing_id: z.int().optional(),
    hit_count: z.int(),
    source: z.enum(learningSources),
    conflicts_with: z.int().optional(),
    pruned_id: z.int().optional(),
  }),
  async handler({ feature_name, reason = '', task_id, ...input }, { store, session, caller }) {
    await store.features.get(feature_name);
    if (task_id !== undefined) await store.tasks.get(task_id);
    const said = storable(input.text);
    if (said.trim() === '') {
      throw new ToolError('invalid_argument', 'Nothing readable is left of this text.', {
        hint: 'Write the fact in plain words.',
        details: [{ field: 'text', message: 'must not be empty' }],
      });
    }
    const source = learningSource(caller, input.source);
    const known = await store.learnings.of(feature_name, mostLearnings);
    const { same, opposite } = relatedLearning(said, known);
    if (same) {
      const again = await store.learnings.hit(same.id, isReviewed(source));
      const { id: existing_id, hit_count } = again;
      return { deduped: true, existing_id, hit_count, source: again.source };
    }
    const pruned = known.length < mostLearnings ? undefined : firstToPrune(known);
    if (known.length >= mostLearnings && !pruned) throw full(feature_name);
    if (pruned) await store.learnings.remove(pruned.id);
    const conflict = opposite && opposite.id !== pruned?.id ? opposite.id : undefined;
    const added = await store.learnings.add({
      feature: feature_name,
      text: said,
      source,
      reason: storable(reason),
      task_id: task_id ?? (await ownTaskId(store, session)),
      conflicts_with: conflict ?? null,
    });
    return {
      deduped: false,
      id: added.id,
      hit_count: added.hit_count,
      source,
      ...(conflict !== undefined && { conflicts_with: conflict }),
      ...(pruned && { pruned_id: pruned.id }),
    };
  },
  render({ deduped, id, existing_id, hit_count, conflicts_with }) {
    if (deduped) return `Known already as (${existing_id}), now met ${hit_count} times.`;
    const conflict =
      conflicts_with === undefined ? '' : ` It contradicts (${conflicts_with}): both are kept.`;
    return `Kept as (${id}).${conflict}`;
  },
});

/** Without secrets and without what could pass for an order; replacing a secret may have made it longer. */
function storable(written: string): string {
  return plainStatement(redactText(written)).trim().slice(0, longestLearning);
}

function full(feature: string): ToolError {
  return new ToolError(
    'budget_exceeded',
    `Feature "${feature}" holds ${mostLearnings} learnings, all of them worth keeping.`,
    {
      hint: 'Write it into the learnings of the whole project, or ask for the feature to be split: it has grown too large.',
    },
  );
}
