import { createHash } from 'node:crypto';
import { z } from 'zod';
import { canonicalJson } from '../../base/json.ts';
import { visibleText } from '../../base/safe-text.ts';
import type { JsonSchema } from '../../tool/tool.ts';
import type { RawTool } from '../connections/list-tools.ts';

/** The parts of a definition that Ralph reads. What the server sent is kept whole beside it. */
export interface ToolDefinition {
  readonly title: string;
  readonly description: string;
  readonly inputSchema: JsonSchema;
  readonly outputSchema: JsonSchema | undefined;
}

const object = z.record(z.string(), z.unknown());
const readable = z.looseObject({
  name: z.string(),
  title: z.string().optional().catch(undefined),
  description: z.string().optional().catch(undefined),
  inputSchema: object.optional().catch(undefined),
  outputSchema: object.optional().catch(undefined),
  annotations: z.looseObject({ title: z.string().optional() }).optional().catch(undefined),
});

export function readDefinition(raw: RawTool): ToolDefinition {
  const { name, title, description, inputSchema, outputSchema, annotations } = readable.parse(raw);
  return {
    title: visibleText(title ?? annotations?.title ?? name).slice(0, 200),
    description: visibleText(description ?? '').trim(),
    inputSchema: inputSchema ?? { type: 'object' },
    outputSchema,
  };
}

/** The stored text of a definition, read back. */
export function parseDefinition(json: string): ToolDefinition {
  return readDefinition(readable.parse(JSON.parse(json)));
}

/** Names everything of a definition that tells a model what to do. */
export function definitionHash(raw: RawTool): string {
  const { title, description, inputSchema, outputSchema, annotations } = raw;
  const pinned = { title, description, inputSchema, outputSchema, annotations };
  return createHash('sha256').update(canonicalJson(pinned)).digest('hex');
}

export interface Param {
  readonly name: string;
  readonly type: string;
  readonly required: boolean;
  readonly description: string;
}

const schemaNode = z.looseObject({
  type: z
    .union([z.string(), z.array(z.string())])
    .optional()
    .catch(undefined),
  description: z.string().optional().catch(undefined),
  enum: z.array(z.unknown()).optional().catch(undefined),
});

/** The parameters on the first level, required ones first; what lies below them is not looked at. */
export function paramsOf(schema: JsonSchema): Param[] {
  const properties = object.safeParse(schema.properties).data ?? {};
  const required = new Set(z.array(z.string()).safeParse(schema.required).data ?? []);
  return Object.entries(properties)
    .map(([name, spec]) => {
      const node = schemaNode.safeParse(spec).data ?? {};
      return {
        name: visibleText(name).replace(/\s+/g, ' ').slice(0, 100),
        type: typeOf(node),
        required: required.has(name),
        description: visibleText(node.description ?? ''),
      };
    })
    .sort((a, b) => Number(b.required) - Number(a.required));
}

/** A type is a word or a few; a server may write a book in its place. */
const longestType = 60;

function typeOf(node: z.output<typeof schemaNode>): string {
  const given = Array.isArray(node.type) ? node.type.join('|') : node.type;
  if (given !== undefined) return visibleText(given.slice(0, longestType)).replace(/\s+/g, ' ');
  if (node.enum) return 'enum';
  return 'anyOf' in node || 'oneOf' in node ? 'union' : 'unknown';
}
