import { z } from 'zod';

/**
 * Attaches what people read about a setting to its schema, in place.
 * zod's own `describe` copies the schema, which every start of the program would pay for.
 */
export function about<Schema extends z.ZodType>(
  schema: Schema,
  description: string,
  ...examples: unknown[]
): Schema {
  // One schema under two names would say of both what was said last.
  if (z.globalRegistry.has(schema)) throw new Error(`Described before: ${description}`);
  z.globalRegistry.add(schema, { description, ...(examples.length > 0 && { examples }) });
  return schema;
}
