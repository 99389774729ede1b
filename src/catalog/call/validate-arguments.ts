import type { Ajv, ErrorObject, ValidateFunction } from 'ajv';
import { type ErrorDetail, ToolError } from '../../base/errors.ts';
import { isRecord } from '../../base/is-record.ts';
import { didYouMean } from '../../base/suggest.ts';
import type { CallableTool } from './ports.ts';
import { safePattern } from './safe-pattern.ts';

export interface ArgumentValidator {
  /** Throws `invalid_argument` with one detail per mistake. A schema that cannot be understood lets everything pass. */
  check(toolId: string, definition: CallableTool, args: unknown): void | Promise<void>;
}

const mostValidators = 500;
const largestSchema = 512 * 1024;
const mostDetails = 20;

export function createArgumentValidator(): ArgumentValidator {
  const validators = new Map<string, ValidateFunction | undefined>();

  async function compileFor(key: string, definition: CallableTool) {
    const validate = await compile(definition.inputSchema);
    const oldest = validators.keys().next().value;
    if (validators.size >= mostValidators && oldest !== undefined) validators.delete(oldest);
    validators.set(key, validate);
    return validate;
  }

  return {
    check(toolId, definition, args) {
      const key = `${toolId}\0${definition.schemaHash}`;
      return validators.has(key)
        ? judge(validators.get(key), toolId, definition, args)
        : compileFor(key, definition).then((made) => judge(made, toolId, definition, args));
    },
  };
}

function judge(
  validate: ValidateFunction | undefined,
  toolId: string,
  { inputSchema }: CallableTool,
  args: unknown,
): void {
  if (!validate || validate(args)) return;
  const details = (validate.errors ?? [])
    .filter(({ keyword }) => !onlyWrapping.has(keyword))
    .slice(0, mostDetails)
    .map((error) => explain(error, inputSchema));
  const message = details.map(({ field, message: why }) => `${field}: ${why}`).join('; ');
  throw new ToolError('invalid_argument', `${toolId}: ${message}`, {
    details,
    hint: `${fieldsOf(inputSchema)} Correct the named ones and call again.`,
  });
}

/** They only repeat that something inside them failed. */
const onlyWrapping = new Set(['if', 'then', 'else', 'allOf']);

async function compile(schema: unknown): Promise<ValidateFunction | undefined> {
  if (!isRecord(schema) || JSON.stringify(schema).length > largestSchema) return undefined;
  const { $schema, ...rules } = schema;
  try {
    const engine = await engineFor($schema);
    const validate = engine.compile(rules);
    engine.removeSchema(rules);
    return validate;
  } catch {
    // The server knows what it means; its own check has to do.
    return undefined;
  }
}

const engines = new Map<'draft-07' | '2020-12', Ajv>();

async function engineFor(dialect: unknown): Promise<Ajv> {
  const older = typeof dialect === 'string' && /draft-0[4-7]/.test(dialect);
  const name = older ? 'draft-07' : '2020-12';
  const engine = engines.get(name) ?? (await newEngine(older));
  engines.set(name, engine);
  return engine;
}

async function newEngine(older: boolean): Promise<Ajv> {
  const settings = {
    strict: false,
    allErrors: true,
    verbose: true,
    logger: false,
    validateFormats: false,
    // Schemas are checked by compiling them; the schema of schemas costs more than all of them.
    validateSchema: false,
    // Schemas of different servers may bear the same `$id`.
    addUsedSchema: false,
    code: { regExp: safePattern },
  } as const;
  if (older) {
    const { Ajv } = await import('ajv');
    return new Ajv(settings);
  }
  const { Ajv2020 } = await import('ajv/dist/2020.js');
  return new Ajv2020(settings);
}

function explain(error: ErrorObject, schema: unknown): ErrorDetail {
  const at = error.instancePath.split('/').slice(1).map(unescapePointer);
  const field = (...more: string[]) => [...at, ...more].join('.') || 'arguments';
  const params: Record<string, unknown> = error.params;
  switch (error.keyword) {
    case 'required':
      return { field: field(String(params.missingProperty)), message: 'is required' };
    case 'additionalProperties':
    case 'unevaluatedProperties': {
      const name = String(params.additionalProperty ?? params.unevaluatedProperty);
      const known = at.length === 0 ? namesIn(schema) : [];
      return { field: field(name), message: `is not a field.${didYouMean(name, known)}` };
    }
    case 'type':
      return {
        field: field(),
        message: `must be ${[params.type].flat().join(' or ')}, not ${typeName(error.data)}`,
      };
    case 'enum':
      return { field: field(), message: `must be one of ${shownValues(params.allowedValues)}` };
    case 'const':
      return { field: field(), message: `must be ${JSON.stringify(params.allowedValue)}` };
    default:
      return { field: field(), message: error.message ?? 'does not fit' };
  }
}

function fieldsOf(schema: unknown): string {
  const required = isRecord(schema) && Array.isArray(schema.required) ? schema.required : [];
  const names = namesIn(schema).map((name) =>
    required.includes(name) ? `${name} (required)` : name,
  );
  return `Fields: ${names.slice(0, 40).join(', ') || 'none'}${names.length > 40 ? ', …' : ''}.`;
}

function namesIn(schema: unknown): string[] {
  return isRecord(schema) && isRecord(schema.properties) ? Object.keys(schema.properties) : [];
}

function shownValues(values: unknown): string {
  const list = Array.isArray(values) ? values : [];
  const shown = list.slice(0, 20).map((value) => JSON.stringify(value));
  return shown.join(', ') + (list.length > 20 ? ', …' : '');
}

function typeName(value: unknown): string {
  if (value === null) return 'null';
  return Array.isArray(value) ? 'array' : typeof value;
}

function unescapePointer(part: string): string {
  return part.replaceAll('~1', '/').replaceAll('~0', '~');
}
