import { checkLayer } from './check-layer.ts';
import { checkTogether } from './check-together.ts';
import { formatPath } from './config-path.ts';
import {
  defaultSource,
  type Layer,
  leavesOf,
  namedLayer,
  type Source,
  type Sources,
  valueAt,
} from './layer.ts';
import { type Merged, mergeLayers } from './merge-layers.ts';
import { presets } from './presets.ts';
import type { ConfigProblem } from './problem.ts';
import { configSchema, presetNames, type RalphConfig } from './schema.ts';
import { defaultsOf, shapeOf } from './schema-shape.ts';

export interface Resolved {
  readonly config: RalphConfig;
  /** The source of every value, by its path as `formatPath` writes it. */
  readonly sources: Sources;
  readonly problems: readonly ConfigProblem[];
}

/** The layers, the weakest first, as one configuration that knows where each value came from. */
export function resolveConfig(
  layers: readonly Layer[],
  options: { readonly launchesNothing?: boolean } = {},
): Resolved {
  const checks = layers.map(checkLayer);
  const sound = checks.map((check) => check.sound);
  const shape = shapeOf(configSchema);
  const defaults: Merged = { values: defaultsOf(configSchema), owners: new Map() };
  const floor = mergeLayers(shape, defaults, [presetLayer(sound)]);
  const merged = mergeLayers(shape, floor, sound);

  const config = configSchema.parse(merged.values, { jitless: true });
  const sources = sourcesOf(config, merged);
  const problems = checks.flatMap((check) => check.problems);
  return { config, sources, problems: [...problems, ...checkTogether(config, sources, options)] };
}

function presetLayer(layers: readonly Layer[]): Layer {
  const named = layers.map((layer) => layer.values.preset);
  const chosen = presetNames.find((name) => name === named.findLast((value) => value != null));
  // Standard is the defaults under a name: saying "preset standard" to one who named none would mislead.
  return chosen
    ? namedLayer('preset', chosen, { ...presets[chosen] })
    : namedLayer('preset', '', {});
}

function sourcesOf(config: RalphConfig, { owners }: Merged): Sources {
  const sources = new Map<string, Source>();
  for (const { path } of leavesOf(config)) {
    let owner: Layer | undefined;
    for (let length = path.length; length > 0 && !owner; length--) {
      owner = owners.get(formatPath(path.slice(0, length)));
    }
    // Inside an entry the schema fills in what its layer does not say.
    const said = owner && valueAt(owner.values, path) !== undefined;
    sources.set(formatPath(path), owner && said ? owner.sourceOf(path) : defaultSource);
  }
  return sources;
}
