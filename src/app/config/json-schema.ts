import { z } from 'zod';
import { configSchema } from './schema.ts';

/** The part of JSON Schema (draft 7, which every editor's YAML support takes) that the configuration uses. */
export interface ConfigJsonSchema {
  $schema?: string;
  title?: string;
  type?: string | string[];
  description?: string;
  default?: unknown;
  examples?: unknown[];
  enum?: unknown[];
  minimum?: number;
  exclusiveMinimum?: number;
  maximum?: number;
  properties?: Record<string, ConfigJsonSchema>;
  required?: string[];
  additionalProperties?: ConfigJsonSchema | boolean;
  propertyNames?: ConfigJsonSchema;
  items?: ConfigJsonSchema;
  [keyword: string]: unknown;
}

/** The JSON Schema of ralph.yaml, for editors and for the texts of errors. */
export function configJsonSchema(): ConfigJsonSchema {
  return jsonSchemaOf(configSchema, 'Ralph configuration (ralph.yaml)');
}

export function jsonSchemaOf(written: z.ZodType, title: string): ConfigJsonSchema {
  const schema: ConfigJsonSchema = {
    title,
    // Through text, because zod shares objects between the places that use one schema.
    ...JSON.parse(
      JSON.stringify(
        z.toJSONSchema(written, { target: 'draft-7', io: 'input', override: keepWhatIsSaid }),
      ),
    ),
  };
  tidy(schema);
  return schema;
}

/**
 * zod leaves default and examples out where a value is transformed, since they may be of the other kind.
 * Ours are always what a person would write.
 */
function keepWhatIsSaid({
  zodSchema,
  jsonSchema,
}: {
  zodSchema: z.core.$ZodTypes;
  jsonSchema: z.core.JSONSchema.BaseSchema;
}): void {
  const { def } = zodSchema._zod;
  if (def.type === 'default') jsonSchema.default ??= def.defaultValue;
  const examples = z.globalRegistry.get(zodSchema)?.examples;
  if (Array.isArray(examples)) jsonSchema.examples ??= examples;
}

function tidy(schema: ConfigJsonSchema): void {
  // The limits of JavaScript's integers say nothing to the reader of a schema.
  if (schema.maximum === Number.MAX_SAFE_INTEGER) delete schema.maximum;
  if (schema.minimum === Number.MIN_SAFE_INTEGER) delete schema.minimum;
  for (const child of Object.values(schema.properties ?? {})) {
    tidy(child);
    allowNull(child);
  }
  if (schema.items) tidy(schema.items);
  if (typeof schema.additionalProperties === 'object') {
    tidy(schema.additionalProperties);
    allowNull(schema.additionalProperties);
  }
}

/** A key without a value is null in YAML, and resets the setting or says nothing: no mistake either way. */
function allowNull(schema: ConfigJsonSchema): void {
  if (typeof schema.type === 'string') schema.type = [schema.type, 'null'];
  if (schema.enum) schema.enum = [...schema.enum, null];
}
