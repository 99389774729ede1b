import { countTokens } from '../../src/base/tokens.ts';
import { registryFingerprint } from '../../src/tool/fingerprint.ts';
import { listedTool, type Registry } from '../../src/tool/registry.ts';
import { type JsonSchema, type Tool, toolsets } from '../../src/tool/tool.ts';
import { code, page, table } from './markdown.ts';

/** docs/reference/tools.md: what each tool is for, takes and answers, from its one definition. */
export async function toolReference(registry: Registry): Promise<string> {
  const parts = [
    '# Tools',
    '',
    'Generated from the registry by `npm run generate`: do not edit. `ralph tool show NAME` prints the same for one tool.',
    '',
    `Registry fingerprint: \`${registryFingerprint(registry.list())}\``,
    '',
  ];
  for (const toolset of toolsets) {
    const tools = registry.list({ toolsets: [toolset] });
    if (tools.length === 0) continue;
    parts.push(`## Toolset \`${toolset}\``, '');
    for (const tool of tools) parts.push(...(await toolSection(tool)));
  }
  return page(parts);
}

async function toolSection(tool: Tool): Promise<string[]> {
  const { outputSchema: _, ...withoutOutput } = listedTool(tool);
  const tokens = await countTokens(JSON.stringify(withoutOutput));
  const facts = [
    `category \`${tool.category}\``,
    tool.annotations.readOnlyHint ? 'read-only' : 'changes state',
    ...(tool.annotations.destructiveHint ? ['destructive'] : []),
    ...(tool.annotations.idempotentHint ? ['idempotent'] : []),
    ...tool.aliases.map((alias) => `also called as \`${alias}\``),
    `${tokens} tokens in a listing`,
  ];
  return [
    `### \`${tool.name}\``,
    '',
    tool.description,
    '',
    `${facts.join(' · ')}`,
    '',
    '**Input**',
    '',
    ...fieldTable(tool.inputSchema),
    '**Answer**',
    '',
    ...(tool.outputSchema ? fieldTable(tool.outputSchema) : ['Content blocks only.', '']),
  ];
}

function fieldTable(schema: JsonSchema): string[] {
  const rows = [...fields(schema, '')];
  return rows.length > 0 ? table(['field', 'type', 'meaning'], rows) : ['No fields.', ''];
}

function* fields(schema: JsonSchema, prefix: string): Generator<string[]> {
  const required = Array.isArray(schema.required) ? schema.required : [];
  for (const [name, field] of Object.entries(asSchema(schema.properties))) {
    const property = asSchema(field);
    const mark = required.includes(name) ? '' : '?';
    yield [code(`${prefix}${name}${mark}`), typeName(property), meaning(property)];
    const rows = asSchema(property.items);
    if (rows.properties) yield* fields(rows, `${prefix}${name}[].`);
    if (property.properties) yield* fields(property, `${prefix}${name}.`);
  }
}

function typeName(schema: JsonSchema): string {
  const options = schema.anyOf ?? schema.oneOf;
  if (Array.isArray(options)) return options.map((o) => typeName(asSchema(o))).join(' or ');
  if (Array.isArray(schema.enum)) return schema.enum.map((v) => `\`${v}\``).join(', ');
  if (schema.const !== undefined) return `\`${JSON.stringify(schema.const)}\``;
  if (schema.type === 'array') return `list of ${typeName(asSchema(schema.items))}`;
  return String(schema.type ?? 'any JSON');
}

function meaning(schema: JsonSchema): string {
  const parts = [String(schema.description ?? '')];
  if (schema.default !== undefined) parts.push(`Default \`${JSON.stringify(schema.default)}\`.`);
  return parts.filter(Boolean).join(' ');
}

function asSchema(value: unknown): JsonSchema {
  return value !== null && typeof value === 'object' && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value))
    : {};
}
