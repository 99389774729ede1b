import { z } from 'zod';

export const runIdInput = z
  .string()
  .min(1)
  .max(100)
  .describe('From ralph_run or ralph_understand; "latest" is the newest run.');

export const waitInput = (what: string) =>
  z.number().min(0).max(20).optional().describe(`Seconds to wait for ${what}, at most 20.`);
