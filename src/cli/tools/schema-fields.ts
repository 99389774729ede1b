import type { JsonSchema } from '../../tool/tool.ts';

export interface SchemaField {
  readonly name: string;
  readonly type: string;
  readonly required: boolean;
  readonly description: string;
}

/** The fields of an object schema with those of the objects in them, for people; programs read the schema itself. */
export function allFields(schema: JsonSchema): SchemaField[] {
  const properties = asSchema(schema.properties);
  return schemaFields(schema).flatMap((field) => {
    const value = asSchema(properties[field.name]);
    const isList = value.type === 'array';
    const inner = allFields(isList ? asSchema(value.items) : value);
    const place = `${field.name}${isList ? '[]' : ''}`;
    return [field, ...inner.map((one) => ({ ...one, name: `${place}.${one.name}` }))];
  });
}

/** The top-level fields alone. */
export function schemaFields(schema: JsonSchema): SchemaField[] {
  const required = Array.isArray(schema.required) ? schema.required : [];
  return Object.entries(asSchema(schema.properties)).map(([name, value]) => {
    const field = asSchema(value);
    return {
      name,
      type: typeName(field),
      required: required.includes(name),
      description: [field.description, defaultNote(field)].filter(Boolean).join(' '),
    };
  });
}

function typeName(schema: JsonSchema): string {
  if (Array.isArray(schema.enum)) return schema.enum.map((v) => JSON.stringify(v)).join(' | ');
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  const alternatives = schema.anyOf ?? schema.oneOf;
  if (Array.isArray(alternatives))
    return alternatives.map((s) => typeName(asSchema(s))).join(' | ');
  if (schema.type === 'array') return `list of ${typeName(asSchema(schema.items))}`;
  if (Array.isArray(schema.type)) return schema.type.join(' | ');
  return typeof schema.type === 'string' ? schema.type : 'any';
}

function defaultNote(schema: JsonSchema): string {
  return schema.default === undefined ? '' : `(default: ${JSON.stringify(schema.default)})`;
}

function asSchema(value: unknown): JsonSchema {
  return typeof value === 'object' && value !== null ? { ...value } : {};
}
