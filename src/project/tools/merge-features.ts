import { z } from 'zod';
import { defineProjectTool } from '../define-project-tool.ts';
import { knownName } from '../feature-fields.ts';
import { requiredText } from '../fields.ts';
import { mergeInto } from '../merge-features.ts';

export const mergeFeatures = defineProjectTool({
  name: 'merge_features',
  title: 'Merge features',
  description:
    'Makes two features one: tasks, learnings, files and dependencies of source go to target, and source is removed.',
  category: 'feature',
  effect: 'delete',
  input: z.strictObject({ source: knownName, target: knownName, reason: requiredText(500) }),
  output: z.strictObject({
    feature: z.string(),
    removed: z.string(),
    tasks: z.int(),
    learnings: z.int(),
    learnings_deduped: z.int(),
    learnings_pruned: z.int(),
    dependents: z.int(),
  }),
  handler: ({ source, target, reason }, { store, session, now }) =>
    mergeInto({ store, session, now, source, target, reason }),
  render: ({ feature, removed, tasks, learnings, learnings_deduped }) =>
    `Merged ${removed} into ${feature}: ${tasks} tasks, ${learnings} learnings (${learnings_deduped} known already).`,
});
