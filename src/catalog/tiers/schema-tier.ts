import { z } from 'zod';
import type { CatalogTool } from '../index/catalog-tool.ts';
import type { ToolPerformance } from '../index/performance.ts';
import { counted } from './count-answer.ts';
import { brief } from './describe.ts';
import { schemaPart } from './partial-schema.ts';
import { tiers } from './tier.ts';

const fullTool = z.strictObject({
  tool: z.string(),
  server: z.string(),
  description: z.string(),
  parameters: z.unknown(),
  returns: z.unknown().optional(),
  performance: z.strictObject({
    avg_latency_ms: z.number().nullable(),
    p95_latency_ms: z.number().nullable(),
    success_rate: z.number().nullable(),
    total_invocations: z.int(),
  }),
  /** Not all of the schema is here; the cursors lead to the rest. */
  partial: z.boolean(),
  cursors: z.array(z.string()).optional(),
});
export type FullTool = z.output<typeof fullTool>;

export const schemaAnswer = z.strictObject({
  tier: z.literal('full_schema'),
  tools: z.array(fullTool),
  /** Asked for, but there was no room: ask again for these. */
  not_shown: z.array(z.string()).optional(),
  tokens: z.int(),
});
export type SchemaAnswer = z.output<typeof schemaAnswer>;

/** Of the budget of an answer, what schemas may take; the rest is for everything around them. */
const schemaShare = 0.6;
const leastPerTool = 150;

export interface SchemaRequest {
  readonly tools: readonly { readonly tool: CatalogTool; readonly performance: ToolPerformance }[];
  readonly cursor?: string | undefined;
}

/** T3: whole definitions. What is too large for the budget is shown from the top, with cursors to the rest. */
export async function schemaTier({ tools, cursor }: SchemaRequest): Promise<SchemaAnswer> {
  const { budget } = tiers.full_schema;
  for (const scale of [1, 0.75, 0.5, 0.35, 0.2]) {
    const room = Math.max(leastPerTool, (budget * schemaShare * scale) / tools.length);
    const shown: FullTool[] = [];
    for (const { tool, performance } of tools)
      shown.push(await fullToolOf(tool, performance, cursor, room));
    const answer = await counted({ tier: 'full_schema' as const, tools: shown }, renderSchema);
    if (answer.tokens <= budget) return answer;
  }
  return withoutTheLast({ tools, cursor });
}

/** Ten tools with a page of text each: as many as there is room for, and the names of the others. */
async function withoutTheLast({ tools, cursor }: SchemaRequest): Promise<SchemaAnswer> {
  const shown: FullTool[] = [];
  for (const { tool, performance } of tools)
    shown.push(await fullToolOf(tool, performance, cursor, leastPerTool));
  for (let count = tools.length; ; count--) {
    const rest = tools.slice(count).map(({ tool }) => tool.id);
    const answer = await counted(
      {
        tier: 'full_schema' as const,
        tools: shown.slice(0, count),
        ...(rest.length > 0 && { not_shown: rest }),
      },
      renderSchema,
    );
    if (answer.tokens <= tiers.full_schema.budget || count <= 1) return answer;
  }
}

async function fullToolOf(
  tool: CatalogTool,
  performance: ToolPerformance,
  cursor: string | undefined,
  room: number,
): Promise<FullTool> {
  const { description, inputSchema, outputSchema } = tool.definition();
  const parameters = await schemaPart(inputSchema, cursor, room);
  const atTop = cursor === undefined;
  const returns =
    outputSchema && atTop ? await schemaPart(outputSchema, undefined, room / 4) : undefined;
  const isPartial = parameters.cursors.length > 0 || (returns?.cursors.length ?? 0) > 0;
  return {
    tool: tool.id,
    server: tool.server,
    description: brief(description, atTop ? Math.round(room * 1.5) : 60),
    parameters: parameters.value,
    ...(returns && { returns: returns.value }),
    performance,
    partial: isPartial,
    ...(parameters.cursors.length > 0 && { cursors: [...parameters.cursors] }),
  };
}

/** The structured content has the schema; the text is for those who read only that. */
export function renderSchema({ tools, not_shown = [] }: SchemaAnswer): string {
  const parts = tools.map(({ tool, description, parameters, partial, cursors = [] }) =>
    [
      `${tool}: ${brief(description, 200)}`,
      ...paramLines(parameters),
      ...(partial ? [`Not all is shown. Read on with cursor ${cursors[0] ?? 'of a part'}.`] : []),
    ].join('\n'),
  );
  if (not_shown.length > 0)
    parts.push(`No room for: ${not_shown.join(', ')}. Ask again for these.`);
  return parts.join('\n');
}

const object = z.looseObject({
  properties: z.record(z.string(), z.unknown()).optional().catch(undefined),
  required: z.array(z.string()).optional().catch(undefined),
});
const property = z.looseObject({
  type: z.unknown().optional(),
  enum: z.array(z.unknown()).optional().catch(undefined),
  description: z.string().optional().catch(undefined),
});

function paramLines(parameters: unknown): string[] {
  const { properties = {}, required = [] } = object.safeParse(parameters).data ?? {};
  const entries = Object.entries(properties);
  const lines = entries.slice(0, 25).map(([name, value]) => {
    const { type, enum: choices, description = '' } = property.safeParse(value).data ?? {};
    const kind = choices ? choices.slice(0, 6).join('|') : typeof type === 'string' ? type : 'any';
    return `  ${name}${required.includes(name) ? '' : '?'}: ${kind} ${brief(description, 60)}`.trimEnd();
  });
  return entries.length > 25 ? [...lines, `  … ${entries.length - 25} more`] : lines;
}
