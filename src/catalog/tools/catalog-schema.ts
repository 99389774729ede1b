import { z } from 'zod';
import { ToolError } from '../../base/errors.ts';
import { formatToolId, parseToolId } from '../call/tool-id.ts';
import { type CatalogView, defineViewTool } from '../define-catalog-tool.ts';
import type { CatalogTool } from '../index/catalog-tool.ts';
import { performanceOf } from '../index/performance.ts';
import { createCallPorts, notAllowed } from '../safety/call-ports.ts';
import { renderSchema, schemaAnswer, schemaTier } from '../tiers/schema-tier.ts';

const id = z.string().min(1).max(330);

export const catalogSchema = defineViewTool({
  name: 'catalog_schema',
  title: 'Tool schema',
  description:
    'Full parameters of 1 to 10 downstream tools, as catalog_call needs them. A schema that is too large comes in parts: pass one of its cursors to read on.',
  input: z.strictObject({
    tools: z.array(id).min(1).max(10).optional().describe('Ids, written server/tool.'),
    tool: id.optional().describe('The same for a single tool.'),
    cursor: z.string().max(2_000).optional().describe('One of the cursors of an earlier answer.'),
  }),
  output: schemaAnswer,
  async handler({ tools = [], tool, cursor }, view) {
    const ids = [...new Set([...(tool === undefined ? [] : [tool]), ...tools])].slice(0, 10);
    if (ids.length === 0) {
      throw new ToolError('invalid_argument', 'catalog_schema: names no tool.', {
        hint: 'Pass tools: ["server/tool"], with ids that catalog_search answered.',
        details: [{ field: 'tools', message: 'is missing' }],
      });
    }
    if (cursor !== undefined && ids.length > 1) {
      throw new ToolError('invalid_argument', 'cursor: goes with a single tool.', {
        hint: 'Pass the one tool whose schema the cursor came from.',
        details: [{ field: 'cursor', message: 'goes with a single tool' }],
      });
    }
    const { catalog, snapshot, access } = view;
    const found: CatalogTool[] = [];
    for (const one of ids) found.push(await findTool(view, one));
    return catalog.cache.get(
      'full_schema',
      JSON.stringify([access.key, found.map((one) => one.id), cursor]),
      snapshot.revision,
      async () => {
        const { kysely } = await catalog.database();
        const shown = [];
        for (const one of found) {
          shown.push({ tool: one, performance: await performanceOf(kysely, one) });
        }
        return schemaTier({ tools: shown, cursor });
      },
      schemaAnswer.parse,
    );
  },
  render: renderSchema,
});

async function findTool({ catalog, snapshot, access, caller }: CatalogView, text: string) {
  const address = parseToolId(text);
  const { server, tool } = address;
  const found = snapshot.find(server, tool);
  const rule = access.refusal(server, tool);
  const name = formatToolId(address);
  if (found && rule !== undefined) throw notAllowed(name, rule);
  if (!found) {
    const similar = await createCallPorts(catalog).definitions.similar(name, caller);
    const meant = similar.length > 0 ? ` Did you mean ${similar.join(' or ')}?` : '';
    throw new ToolError('not_found', `The catalog has no tool "${name}".${meant}`, {
      hint: 'Find tools with catalog_search and use the ids it answers.',
    });
  }
  if (found.quarantine !== null) {
    throw new ToolError('not_allowed', `${name} is set aside: ${found.quarantine}.`, {
      hint: `Use another tool. A person can look at it with: ralph catalog approve ${name}`,
    });
  }
  return found;
}
