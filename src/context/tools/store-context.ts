import { z } from 'zod';
import { ToolError } from '../../base/errors.ts';
import { defineContextTool, sourceOf } from '../define-context-tool.ts';
import {
  contextText,
  embedWithinMs,
  filesField,
  itemIdField,
  longestContent,
  metadataField,
  tagField,
} from '../fields.ts';
import { contextTypeSchema } from '../item.ts';

export const storeContext = defineContextTool({
  name: 'store_context',
  title: 'Store context',
  description:
    'Keeps something that later iterations should know: a decision, a result, an error, a way of working. Secrets are removed. Store an error, then its fix with fixes set to the id of the error.',
  category: 'context',
  effect: 'create',
  input: z.strictObject({
    content: contextText(longestContent),
    context_type: contextTypeSchema,
    tags: tagField.optional(),
    metadata: metadataField.optional(),
    files: filesField
      .optional()
      .describe('Files it speaks of; it counts as stale once they change.'),
    fixes: itemIdField.optional().describe('The error item that this solves.'),
    supersedes: itemIdField.optional().describe('The item that this replaces.'),
  }),
  output: z.strictObject({
    id: z.string(),
    context_type: contextTypeSchema,
    deduplicated: z.boolean().describe('It was known already, under this id.'),
    redacted: z.boolean().describe('Secrets were removed from it.'),
    embedded: z.boolean().describe('False while it can be found by its words only.'),
  }),
  async handler({ content, context_type, tags, metadata, files, fixes, supersedes }, call) {
    const { services, caller, signal } = call;
    const context = await services.context();
    const { storeItems } = await import('../store-items.ts');
    const [stored] = await storeItems(
      context,
      [
        {
          content,
          content_type: context_type,
          source: sourceOf(call),
          source_run: services.runId ?? null,
          source_task: caller.session?.task_id ?? null,
          ...(tags && { tags }),
          ...(metadata && { metadata }),
          ...(files && { files }),
          ...(fixes !== undefined && { fixes }),
          ...(supersedes !== undefined && { supersedes }),
        },
      ],
      { signal, embedWithinMs },
    );
    if (!stored)
      throw new ToolError('execution_failed', 'Nothing was stored.', { hint: 'Try again.' });
    const { id, deduplicated, redacted, embedded } = stored;
    return { id, context_type, deduplicated, redacted, embedded };
  },
  render({ id, deduplicated, redacted }) {
    const what = deduplicated ? 'Known already as' : 'Stored as';
    return `${what} ${id}.${redacted ? ' Secrets were removed from it.' : ''}`;
  },
});
