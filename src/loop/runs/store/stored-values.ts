import { z } from 'zod';

const list = z.array(z.string());

export const storedList = list;

export const storedGates = z.array(
  z.object({
    name: z.string(),
    ok: z.boolean(),
    exit_code: z.number().nullable(),
    duration_ms: z.number(),
    timed_out: z.boolean(),
    output_tail: z.string(),
    failures: list,
    unnamed_failures: z.number(),
  }),
);

export const storedJudgement = z.object({
  green: z.boolean(),
  new_failures: list,
  forgiven: list,
  reason: z.string(),
});

export const storedRejection = z.object({ why: z.string(), how_to_recover: z.string().nullable() });

export const storedWaiting = z.object({ for: z.string(), until: z.string().nullable() });

/** Parses a JSON column, null for one that is empty. */
export function parseColumn<T>(schema: z.ZodType<T>, json: string | null): T | null {
  return json === null ? null : schema.parse(JSON.parse(json));
}
