import { type ConfigFile, configFiles, type Environment, readConfigFile } from './config-files.ts';
import { environmentLayers } from './environment.ts';
import { type Layer, namedLayer, type Sources } from './layer.ts';
import { ConfigError, type ConfigProblem } from './problem.ts';
import { resolveConfig } from './resolve-config.ts';
import type { PartialConfig, RalphConfig } from './schema.ts';

export interface LoadOptions {
  /** Absolute. */
  readonly root: string;
  readonly env: Environment;
  /** What was given explicitly, by the name it was given under (`--iterations`); the strongest layer. */
  readonly flags?: Readonly<Record<string, PartialConfig>>;
  /** For parts that launch no agent: whether one could be is no concern of theirs. */
  readonly launchesNothing?: boolean;
}

export interface LoadedConfig {
  readonly config: RalphConfig;
  /** The source of every value, by its path (`budgets.iterations`). */
  readonly sources: Sources;
  readonly files: readonly (ConfigFile & { readonly found: boolean })[];
}

/**
 * Defaults < preset < user file < project file < environment < flags.
 * Throws a ConfigError with everything that is wrong in any of them.
 */
export async function loadConfig(options: LoadOptions): Promise<LoadedConfig> {
  const { root, env, flags = {} } = options;
  const read = await Promise.all(configFiles(root, env).map(readLayer));
  const layers = [
    ...read.flatMap(({ layer }) => layer ?? []),
    ...environmentLayers(env),
    ...Object.entries(flags).map(([name, values]) => namedLayer('flag', name, { ...values })),
  ];
  const { config, sources, problems } = resolveConfig(layers, options);
  const all = [...read.flatMap((file) => file.problems), ...problems];
  if (all.length > 0) throw new ConfigError(all);
  return { config, sources, files: read.map(({ file, found }) => ({ ...file, found })) };
}

async function readLayer(file: ConfigFile): Promise<{
  file: ConfigFile;
  found: boolean;
  layer?: Layer;
  problems: readonly ConfigProblem[];
}> {
  const content = await readConfigFile(file);
  if (!content) return { file, found: false, problems: [] };
  if ('problem' in content) return { file, found: true, problems: [content.problem] };
  const { readYaml } = await import('./read-yaml.ts');
  const { layer, problems } = readYaml(file, content.text);
  return { file, found: true, problems, ...(layer && { layer }) };
}
