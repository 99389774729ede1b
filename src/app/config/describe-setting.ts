import { type ConfigPath, formatPath } from './config-path.ts';
import type { ConfigJsonSchema } from './json-schema.ts';
import { isTree } from './layer.ts';
import { printableLeaf } from './printable.ts';

/** The schema of the setting at a path, if there is such a setting. */
export function settingAt(
  schema: ConfigJsonSchema | undefined,
  path: ConfigPath,
): ConfigJsonSchema | undefined {
  let current = schema;
  for (const part of path) {
    if (typeof part === 'number') current = current?.items;
    else if (current?.properties && Object.hasOwn(current.properties, part)) {
      current = current.properties[part];
    } else {
      const rest = current?.additionalProperties;
      current = typeof rest === 'object' ? rest : undefined;
    }
  }
  return current;
}

/** The path of every section and setting that has a fixed name. */
export function settingPaths(schema: ConfigJsonSchema): string[] {
  return namedPaths(schema, []).map(formatPath);
}

/** Where else a key exists: the sections that have it, the nearest to the top first. */
export function sectionsWith(schema: ConfigJsonSchema, key: string): string[][] {
  return namedPaths(schema, [])
    .filter((path) => path.at(-1) === key)
    .map((path) => path.slice(0, -1))
    .sort((a, b) => a.length - b.length);
}

function namedPaths(schema: ConfigJsonSchema, path: readonly string[]): string[][] {
  return Object.entries(schema.properties ?? {}).flatMap(([key, child]) => {
    const here = [...path, key];
    return [here, ...namedPaths(child, here)];
  });
}

/** What a setting takes, as a reader would say it. */
export function expectation(schema: ConfigJsonSchema | undefined): string {
  switch (typesOf(schema)[0]) {
    case 'boolean':
      return 'true or false';
    case 'integer':
      return `a whole number${range(schema)}`;
    case 'number':
      return `a number${range(schema)}`;
    case 'array':
      return 'a list';
    case 'object':
      return schema?.properties ? 'a section with keys' : 'a map of names';
    default:
      return 'text';
  }
}

function range(schema: ConfigJsonSchema | undefined): string {
  const { minimum, exclusiveMinimum, maximum } = schema ?? {};
  if (minimum !== undefined && maximum !== undefined) return ` from ${minimum} to ${maximum}`;
  if (minimum !== undefined) return ` of at least ${minimum}`;
  if (exclusiveMinimum !== undefined) {
    return ` above ${exclusiveMinimum}${maximum === undefined ? '' : ` and up to ${maximum}`}`;
  }
  return maximum === undefined ? '' : ` up to ${maximum}`;
}

function typesOf(schema: ConfigJsonSchema | undefined): string[] {
  const type = schema?.type ?? [];
  return typeof type === 'string' ? [type] : type;
}

/** A value that the setting at a path would take, its own or one out of an example of what holds it. */
export function exampleAt(schema: ConfigJsonSchema, path: ConfigPath): unknown {
  const own = exampleOf(settingAt(schema, path));
  if (own !== undefined || path.length === 0) return own;
  const around = exampleOf(settingAt(schema, path.slice(0, -1)));
  if (Array.isArray(around)) return around[0];
  return isTree(around) ? Object.values(around)[0] : undefined;
}

function exampleOf(setting: ConfigJsonSchema | undefined): unknown {
  return setting?.examples?.[0] ?? setting?.default ?? setting?.enum?.[0];
}

const longestValue = 40;

/** The wrong value of a key, short and without secrets. */
export function shownValue(value: unknown, key = ''): string {
  if (value === null) return 'nothing';
  if (Array.isArray(value)) return 'a list';
  if (isTree(value)) return 'a section with keys';
  if (typeof value !== 'string') return String(value);
  const text = String(printableLeaf(key, value));
  return JSON.stringify(text.length > longestValue ? `${text.slice(0, longestValue)}…` : text);
}
