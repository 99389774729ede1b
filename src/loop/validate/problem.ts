import { z } from 'zod';

/** Something that stands between the user and a good run, and the way out of it. */
export const problemSchema = z.strictObject({
  severity: z.enum(['error', 'warning']).describe('Errors stop a run; warnings do not.'),
  code: z.string().describe('Stable name of the rule.'),
  file: z.string().optional().describe('Relative to the root.'),
  line: z.int().optional(),
  message: z.string().describe('What is wrong.'),
  fix: z.string().describe('What to do about it.'),
});

export type Problem = z.infer<typeof problemSchema>;
