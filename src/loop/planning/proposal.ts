import { z } from 'zod';
import { ToolError } from '../../base/errors.ts';
import type { Task } from '../../project/model.ts';
import { projectDocumentSchema } from '../../project/transfer/project-document.ts';

const { features, disciplines, tasks } = projectDocumentSchema.shape;

/**
 * What an agent wrote down for a person to accept. The rows are those that its session added to a copy of the
 * project: a task that depends on one of the list means that one, any other number is a task of the project.
 */
export const proposalSchema = z.strictObject({
  format: z.literal('ralph-proposal'),
  version: z.literal(1),
  id: z.string().regex(/^prop_[a-z0-9]+$/),
  created_at: z.iso.datetime(),
  status: z.enum(['proposed', 'accepted', 'declined']),
  /** What accepting makes of it, unless something else is asked for then. */
  target: z.enum(['tasks', 'prd']),
  brief: z.string(),
  agent: z.string(),
  model: z.string().nullable(),
  session_id: z.string(),
  /** The agent's own last words: what it made and what it assumed. */
  summary: z.string(),
  warnings: z.array(z.string()),
  spend: z.strictObject({
    input_tokens: z.number(),
    output_tokens: z.number(),
    cost_usd: z.number().nullable(),
  }),
  features,
  disciplines,
  tasks,
});
export type Proposal = z.output<typeof proposalSchema>;
export type ProposedTask = Proposal['tasks'][number];

export function isEmpty({ features, disciplines, tasks }: Proposal): boolean {
  return features.length + disciplines.length + tasks.length === 0;
}

const urgency: readonly Task['priority'][] = ['critical', 'high', 'medium', 'low'];

/** What builds on something comes after it; among those that could be next, the most urgent and the oldest first. */
export function inOrder(tasks: readonly ProposedTask[]): ProposedTask[] {
  const ordered: ProposedTask[] = [];
  const left = new Map(tasks.map((task) => [task.id, task]));
  while (left.size > 0) {
    const ready = [...left.values()].filter((task) => !task.depends_on.some((id) => left.has(id)));
    const [next] = ready.sort(
      (a, b) => urgency.indexOf(a.priority) - urgency.indexOf(b.priority) || a.id - b.id,
    );
    // The project refuses circles, but the file that this is read from can be edited.
    if (!next) {
      throw new ToolError('cycle', 'Tasks of the proposal wait for each other in a circle.', {
        hint: 'Make a new one with ralph plan.',
      });
    }
    ordered.push(next);
    left.delete(next.id);
  }
  return ordered;
}
