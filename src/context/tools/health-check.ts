import { z } from 'zod';
import { defineContextTool } from '../define-context-tool.ts';
import { checkHealth, healthSchema } from '../health.ts';

export const healthCheck = defineContextTool({
  name: 'health_check',
  title: 'Health check',
  description: 'Whether the memory works: database, index, embeddings, and what to do otherwise.',
  category: 'maintenance',
  effect: 'read',
  input: z.strictObject({}),
  output: healthSchema,
  handler: (_, { services }) => checkHealth(services),
  render: ({ status, level, checks }) =>
    [
      `Memory: ${status}, searching with ${level}.`,
      ...checks.map(
        ({ name, ok, detail, fix }) =>
          `${ok ? 'ok' : 'FAILED'} ${name}: ${detail}${fix === null ? '' : ` ${fix}`}`,
      ),
    ].join('\n'),
});
