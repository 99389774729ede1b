import { createHash } from 'node:crypto';
import type { z } from 'zod';
import { type ToolDefinition, type ToolSpec, toolsFor } from '../tool/define-tool.ts';
import type { CallContext } from '../tool/tool.ts';
import type { Catalog } from './index/catalog.ts';
import type { CatalogTool } from './index/catalog-tool.ts';
import type { Snapshot } from './index/snapshot.ts';
import { type Access, accessFor } from './safety/access.ts';
import type { CatalogServices } from './services.ts';

/** What a tool that reads the index gets: the part of it that its caller may see. */
export interface CatalogView extends CallContext {
  readonly catalog: Catalog;
  readonly snapshot: Snapshot;
  readonly access: Access;
  readonly tools: readonly CatalogTool[];
  /** What to tell somebody who finds the catalog empty, or half of it missing. */
  readonly hint: string | undefined;
}

type ViewToolSpec<Input extends z.ZodObject, Output extends z.ZodObject> = Omit<
  ToolSpec<CatalogServices, Input, Output>,
  'handler' | 'category' | 'effect' | 'limits'
> & {
  handler(input: z.output<Input>, view: CatalogView): Promise<z.input<Output>>;
};

const define = toolsFor<CatalogServices>('catalog');

/** Tiers cut their answers to budgets of tokens themselves; these limits only catch what went wrong. */
const limits = { text: 32_768, structured: 65_536 };

export function defineViewTool<Input extends z.ZodObject, Output extends z.ZodObject>(
  spec: ViewToolSpec<Input, Output>,
): ToolDefinition<CatalogServices> {
  return define({
    ...spec,
    category: 'catalog',
    effect: 'read',
    limits,
    async handler(input, { services, ...context }) {
      return spec.handler(input, await viewOf(services, context));
    },
  });
}

/** The catalog as one caller may see it. */
async function viewOf(services: CatalogServices, context: CallContext): Promise<CatalogView> {
  const catalog = await services.catalog();
  const settings = await catalog.settings();
  const snapshot = await catalog.snapshot();
  const rules = accessFor(settings.access, context.caller.session);
  const access = { ...rules, key: shortHash(`${rules.key} ${snapshot.servers}`) };
  const tools = snapshot.tools.filter(
    ({ server, name }) => access.refusal(server, name) === undefined,
  );
  return {
    ...context,
    catalog,
    snapshot,
    access,
    tools,
    hint: tools.length > 0 ? undefined : emptyHint(snapshot, Object.keys(settings.servers).length),
  };
}

function emptyHint({ tools, everyTool }: Snapshot, configured: number): string {
  if (tools.length > 0) return 'No downstream tool is allowed in this session.';
  if (everyTool.length > 0)
    return 'Every downstream tool waits for a person: ralph catalog approve.';
  if (configured > 0)
    return 'The servers have not been asked for their tools yet. A person can run: ralph catalog sync';
  return 'No downstream servers are configured. A person can run: ralph catalog add';
}

function shortHash(text: string): string {
  return createHash('sha256').update(text).digest('base64url').slice(0, 16);
}
