import { z } from 'zod';
import { problemSchema } from './problem.ts';

/** What a validation answers, over MCP and on the command line. */
export const validationSchema = z.strictObject({
  ok: z.boolean().describe('There are no errors; there may be warnings.'),
  root: z.string(),
  problems: z.array(problemSchema),
  checked: z
    .array(z.string())
    .describe('The parts that were looked at; one that another problem hides is not named.'),
});

export type Validation = z.infer<typeof validationSchema>;
