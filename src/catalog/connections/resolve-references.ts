import path from 'node:path';
import { parseEnv } from 'node:util';
import { ToolError } from '../../base/errors.ts';
import { readTextIfExists } from '../../base/files.ts';
import type { ServerSpec } from './server-spec.ts';

export type Environment = Readonly<Record<string, string | undefined>>;

/** The parts of a spec that may hold references, with the values in their place. Never stored, never shown. */
export interface ResolvedSpec {
  readonly command: string;
  readonly cwd: string;
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
}

/** Looks the references up now, so that a changed variable or env file counts at the next start. */
export async function resolveReferences(
  spec: ServerSpec,
  root: string,
  env: Environment,
): Promise<ResolvedSpec> {
  const missing = new Set<string>();
  let known = env;
  const fill = (text: string) =>
    text.replace(/\$\{env:([A-Za-z_][A-Za-z0-9_]*)\}/g, (_, name: string) => {
      const value = known[name] ?? spec.secret?.(name);
      if (value === undefined) missing.add(name);
      return value ?? '';
    });
  const fillAll = (values: Readonly<Record<string, string>> = {}) =>
    Object.fromEntries(Object.entries(values).map(([name, value]) => [name, fill(value)]));
  const envFile = spec.envFile && fill(spec.envFile);
  const fromFile =
    envFile && missing.size === 0 ? await readEnvFile(spec, path.resolve(root, envFile)) : {};
  known = { ...env, ...fromFile };
  const resolved = {
    command: fill(spec.command ?? ''),
    cwd: path.resolve(root, fill(spec.cwd ?? '.')),
    args: (spec.args ?? []).map(fill),
    env: { ...fromFile, ...fillAll(spec.env) },
    url: fill(spec.url ?? ''),
    headers: fillAll(spec.headers),
  };
  if (missing.size === 0) return resolved;
  const names = [...missing].join(', ');
  throw new ToolError(
    'unavailable',
    `The server "${spec.name}" needs ${names}, which ${missing.size === 1 ? 'is' : 'are'} not set in the environment.`,
    {
      hint: `A person has to set ${names} where Ralph starts, or name an env_file for "${spec.name}" in ${spec.source}.`,
    },
  );
}

async function readEnvFile(spec: ServerSpec, file: string): Promise<Record<string, string>> {
  const text = await readTextIfExists(file);
  if (text !== undefined) {
    const entries = Object.entries(parseEnv(text));
    return Object.fromEntries(
      entries.flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
    );
  }
  throw new ToolError('unavailable', `The env_file of the server "${spec.name}" does not exist.`, {
    hint: `A person has to write ${spec.envFile}, or correct env_file in ${spec.source}.`,
  });
}
