import path from 'node:path';
import type { z } from 'zod';
import { errorMessage } from '../../base/errors.ts';
import { homeFolder } from '../../base/home-folder.ts';
import { type CatalogSettings, serverEntry } from '../config.ts';
import type { Environment } from '../connections/resolve-references.ts';
import type { ServerSpec } from '../connections/server-spec.ts';
import type { HiddenSecret } from './hide-secrets.ts';

export interface LoadedSpecs {
  readonly specs: readonly ServerSpec[];
  /** Files and entries that could not be used; the rest is. */
  readonly problems: readonly string[];
}

/** Every server that is configured: those of the settings, then those of the files they name. The first of a name wins. */
export async function loadServerSpecs(options: {
  readonly settings: CatalogSettings;
  readonly root: string;
  readonly env: Environment;
}): Promise<LoadedSpecs> {
  const { settings, root } = options;
  const specs = new Map<string, ServerSpec>();
  const problems: string[] = [];
  for (const [name, entry] of Object.entries(settings.servers))
    specs.set(name, toSpec(name, entry, settings, 'ralph.yaml'));
  for (const shown of settings.import) {
    try {
      const { readForeignFile } = await import('./foreign-file.ts');
      const file = await readForeignFile(importedPath(shown, options), { root });
      if (!file) problems.push(`${shown}: there is no such file`);
      for (const { server, message } of file?.problems ?? [])
        problems.push(`${shown}: ${server}: ${message}`);
      for (const { name, entry, hidden } of file?.servers ?? []) {
        if (specs.has(name)) continue;
        const checked = serverEntry.parse(entry);
        specs.set(name, { ...toSpec(name, checked, settings, shown), ...givenBy(hidden) });
      }
    } catch (thrown) {
      problems.push(`${shown}: ${errorMessage(thrown)}`);
    }
  }
  return { specs: [...specs.values()], problems };
}

/** The names of the servers that are configured and switched on. */
export async function enabledServers(
  options: Parameters<typeof loadServerSpecs>[0],
): Promise<ReadonlySet<string>> {
  const { specs } = await loadServerSpecs(options);
  return new Set(specs.filter(({ enabled }) => enabled).map(({ name }) => name));
}

/** Where a file of `catalog.import` is; `~` is the user's home. */
export function importedPath(
  shown: string,
  { root, env }: { readonly root: string; readonly env: Environment },
): string {
  return path.resolve(
    root,
    shown.replace(/^~(?=[\\/])/, () => homeFolder(env)),
  );
}

/** The file itself says what its references stand for, where the environment does not. */
function givenBy(hidden: readonly HiddenSecret[]): Pick<ServerSpec, 'secret'> {
  const values = new Map(hidden.map(({ variable, value }) => [variable, value]));
  return values.size === 0 ? {} : { secret: (variable) => values.get(variable) };
}

function toSpec(
  name: string,
  entry: z.output<typeof serverEntry>,
  settings: CatalogSettings,
  source: string,
): ServerSpec {
  const { command, args, cwd, env, env_file, url, headers, category } = entry;
  return {
    name,
    transport: entry.type ?? (url === undefined ? 'stdio' : 'http'),
    ...(command !== undefined && { command }),
    ...(args && { args }),
    ...(cwd !== undefined && { cwd }),
    ...(env && { env }),
    ...(env_file !== undefined && { envFile: env_file }),
    ...(url !== undefined && { url }),
    ...(headers && { headers }),
    ...(category !== undefined && { category }),
    enabled: entry.enabled,
    timeoutMs: (entry.timeout_s ?? settings.timeout_s) * 1000,
    startTimeoutMs: (entry.start_timeout_s ?? settings.start_timeout_s) * 1000,
    source,
  };
}
