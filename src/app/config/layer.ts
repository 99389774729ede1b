import { type ConfigPath, formatPath } from './config-path.ts';

export interface Tree {
  [key: string]: unknown;
}

export type SourceKind =
  | 'default'
  | 'preset'
  | 'user_file'
  | 'project_file'
  | 'environment'
  | 'flag';

/** Where a value came from. */
export interface Source {
  readonly kind: SourceKind;
  /** As a person at the root would name it. */
  readonly file?: string;
  readonly line?: number;
  readonly column?: number;
  /** Of the preset, the environment variable or the flag. */
  readonly name?: string;
}

/** One place that says something about the configuration. Later layers win. */
export interface Layer {
  readonly values: Tree;
  /** The source of the value at a path, or of the nearest place around it. */
  sourceOf(path: ConfigPath): Source;
}

export const defaultSource: Source = { kind: 'default' };

/** A layer that comes from one named thing: a preset, a variable, a flag. */
export function namedLayer(
  kind: 'preset' | 'environment' | 'flag',
  name: string,
  values: Tree,
): Layer {
  const source: Source = { kind, name };
  return { values, sourceOf: () => source };
}

export function sourceText(source: Source, options?: { readonly column: boolean }): string {
  switch (source.kind) {
    case 'default':
      return 'default';
    case 'preset':
    case 'environment':
    case 'flag':
      return `${source.kind} ${source.name}`;
    case 'user_file':
    case 'project_file': {
      const parts = [source.file, source.line, options?.column ? source.column : undefined];
      return parts.filter((part) => part !== undefined).join(':');
    }
  }
}

export function isTree(value: unknown): value is Tree {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The value at a path, own properties only. */
export function valueAt(value: unknown, path: ConfigPath): unknown {
  let current = value;
  for (const part of path) {
    if (Array.isArray(current)) current = current[Number(part)];
    else if (isTree(current) && Object.hasOwn(current, part)) current = current[part];
    else return undefined;
  }
  return current;
}

/** Every value with its path: lists are one value, as they are replaced as one; so is an empty map. */
export function leavesOf(
  tree: Tree,
  path: ConfigPath = [],
): { path: ConfigPath; value: unknown }[] {
  return Object.entries(tree).flatMap(([key, value]) => {
    if (value === undefined) return [];
    const here = [...path, key];
    return isTree(value) && Object.keys(value).length > 0
      ? leavesOf(value, here)
      : [{ path: here, value }];
  });
}

export type Sources = ReadonlyMap<string, Source>;

/** The source of a value, or of the nearest thing around it that has one. */
export function sourceAt(sources: Sources, path: ConfigPath, otherwise = defaultSource): Source {
  for (let length = path.length; length > 0; length--) {
    const source = sources.get(formatPath(path.slice(0, length)));
    if (source) return source;
  }
  return otherwise;
}
