import { z } from 'zod';

const rate = z.number().nullable();

export const contextStatsSchema = z.strictObject({
  total_items: z.int(),
  by_type: z.record(z.string(), z.int()),
  by_state: z.record(z.string(), z.int()),
  iteration: z.int().describe("The memory's own count of iterations."),
  size_bytes: z.int(),
  max_size_mb: z.int(),
  backend: z.string(),
  persistence: z.string(),
  embedded_items: z.int(),
  pending_embeddings: z.int(),
  average_usefulness: z.number().nullable(),
  unresolved_errors: z.int(),
  feedback: z.strictObject({ helpful: z.int(), unhelpful: z.int() }),
  credit: z.strictObject({
    injected: z.int(),
    injected_success_rate: rate,
    held_out: z.int(),
    held_out_success_rate: rate,
    lift: rate.describe('How much more often iterations succeed with what they recalled.'),
  }),
  archives: z.strictObject({
    files: z.array(z.strictObject({ date: z.string(), bytes: z.int() })),
    bytes: z.int(),
  }),
});
export type ContextStats = z.output<typeof contextStatsSchema>;
