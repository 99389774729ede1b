import { z } from 'zod';
import type { CatalogTool } from '../index/catalog-tool.ts';
import type { ToolDefinition } from '../index/definition.ts';
import type { ToolPerformance } from '../index/performance.ts';
import { counted } from './count-answer.ts';
import { brief, shownId } from './describe.ts';
import { noSuchPlace, schemaPart, textWithin } from './partial-schema.ts';
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
  const parts = await partsAt(cursor, room, { description, inputSchema, outputSchema });
  const cursors = parts.cursors.slice();
  return {
    tool: tool.id,
    server: tool.server,
    description: parts.description,
    parameters: parts.parameters,
    ...(parts.returns !== undefined && { returns: parts.returns }),
    performance,
    partial: cursors.length > 0,
    ...(cursors.length > 0 && { cursors }),
  };
}

interface Parts {
  readonly description: string;
  readonly parameters: unknown;
  readonly returns?: unknown;
  readonly cursors: readonly string[];
}

/** What a cursor leads to: parameters unless it begins with the name of another part of the definition. */
async function partsAt(
  cursor: string | undefined,
  room: number,
  definition: Pick<ToolDefinition, 'description' | 'inputSchema' | 'outputSchema'>,
): Promise<Parts> {
  const { description, inputSchema, outputSchema } = definition;
  const [, part = '', place = ''] = /^(description|returns)?(.*)$/s.exec(cursor ?? '') ?? [];
  const isTop = cursor === undefined;
  const heading = brief(description, 60);
  if (part === 'description') {
    const from = Number(/^@(\d{1,9})$/.exec(place)?.[1] ?? Number.NaN);
    if (!(from < description.length)) throw noSuchPlace(cursor);
    return { ...(await describedFrom(description, from, room)), parameters: {} };
  }
  if (part === 'returns') {
    if (!outputSchema) throw noSuchPlace(cursor);
    const { value, cursors } = await schemaPart(outputSchema, place, room);
    const named = cursors.map((one) => `returns${one}`);
    return { description: heading, parameters: {}, returns: value, cursors: named };
  }
  const parameters = await schemaPart(inputSchema, cursor, room);
  if (!isTop)
    return { description: heading, parameters: parameters.value, cursors: parameters.cursors };
  const about = await describedFrom(description, 0, room * 0.4);
  const returns = outputSchema && (await schemaPart(outputSchema, undefined, room / 4));
  return {
    description: about.description,
    parameters: parameters.value,
    ...(returns && { returns: returns.value }),
    cursors: [
      ...parameters.cursors,
      ...(returns?.cursors ?? []).map((one) => `returns${one}`),
      ...about.cursors,
    ],
  };
}

async function describedFrom(text: string, from: number, tokens: number) {
  const description = await textWithin(text, from, tokens);
  const end = from + description.length;
  return end < text.length
    ? { description: `${description}…`, cursors: [`description@${end}`] }
    : { description, cursors: [] };
}

/** The structured content has the schema; the text is for those who read only that. */
export function renderSchema({ tools, not_shown = [] }: SchemaAnswer): string {
  const parts = tools.map(({ tool, description, parameters, partial, cursors = [] }) =>
    [
      `${shownId(tool)}: ${brief(description, 200)}`,
      ...paramLines(parameters),
      ...(partial ? [`Not all is shown. Read on with cursor ${cursors[0] ?? 'of a part'}.`] : []),
    ].join('\n'),
  );
  if (not_shown.length > 0)
    parts.push(`No room for: ${not_shown.map(shownId).join(', ')}. Ask again for these.`);
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
    const mark = required.includes(name) ? '' : '?';
    return `  ${brief(name, 80)}${mark}: ${brief(kind, 80)} ${brief(description, 60)}`.trimEnd();
  });
  return entries.length > 25 ? [...lines, `  … ${entries.length - 25} more`] : lines;
}
