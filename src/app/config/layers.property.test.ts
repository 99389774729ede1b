import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { stringify } from 'yaml';
import { z } from 'zod';
import { reference } from '../../base/env-reference.ts';
import { formatPath } from './config-path.ts';
import { isTree, type Layer, namedLayer, type Tree, valueAt } from './layer.ts';
import { presets } from './presets.ts';
import { printable } from './printable.ts';
import { readYaml } from './read-yaml.ts';
import { resolveConfig } from './resolve-config.ts';
import { configSchema, presetNames } from './schema.ts';
import { defaultsOf, shapeOf } from './schema-shape.ts';

type Schema = z.core.$ZodType;

/** Random values that a setting takes, from its own schema. */
function valuesOf(schema: Schema): fc.Arbitrary<unknown> {
  const {
    type,
    enum: choices,
    minimum,
    exclusiveMinimum,
    maximum,
    items,
  } = z.toJSONSchema(z.clone(schema, schema._zod.def), { io: 'input', unrepresentable: 'any' });
  if (choices) return fc.constantFrom(...choices);
  if (type === 'boolean') return fc.boolean();
  const above = typeof exclusiveMinimum === 'number' ? exclusiveMinimum : undefined;
  const min = minimum ?? above ?? 0;
  if (type === 'integer') return fc.integer({ min, max: Math.min(maximum ?? 999, min + 999) });
  if (type === 'number') {
    const max = maximum ?? 1000;
    return fc.double({ min, max, noNaN: true, minExcluded: above !== undefined });
  }
  if (type === 'array' && isTree(items) && Array.isArray(items.enum)) {
    return fc.array(fc.constantFrom(...items.enum), { minLength: 1, maxLength: 3 });
  }
  if (type === 'array') return fc.constant([]);
  return fc.constantFrom(...texts.filter((text) => configAccepts(schema, text)));
}

/** Texts that settings take, and among them what YAML could take for something else. */
const texts = [
  'src',
  'docs/guide',
  'http://localhost/x',
  reference('NAME'),
  'yes',
  'null',
  '0x10',
  '# not a comment',
  ' spaces and "quotes" ',
  'two\nlines: ü',
];

const settings = settingsOf(configSchema, []).filter(({ path }) => path[0] !== 'preset');

function settingsOf(
  schema: Schema,
  path: readonly string[],
): { path: readonly string[]; schema: Schema }[] {
  const shape = shapeOf(schema);
  if (shape.kind === 'entries') return [];
  if (shape.kind === 'value') return [{ path, schema }];
  return Object.entries(shape.keys).flatMap(([key, child]) => settingsOf(child, [...path, key]));
}

const unset = Symbol('unset');

/** A layer that sets some settings at random, and takes some back with null. */
const randomValues: fc.Arbitrary<Tree> = fc
  .tuple(
    fc.option(fc.constantFrom(...presetNames), { nil: undefined }),
    ...settings.map(({ schema }) =>
      fc.oneof(
        { weight: 6, arbitrary: fc.constant<unknown>(unset) },
        { weight: 3, arbitrary: valuesOf(schema) },
        { weight: 1, arbitrary: fc.constant<unknown>(null) },
      ),
    ),
  )
  .map(([preset, ...values]) => {
    const tree: Tree = preset === undefined ? {} : { preset };
    settings.forEach(({ path }, index) => {
      if (values[index] !== unset) setAt(tree, path, values[index]);
    });
    return tree;
  });

function configAccepts(schema: Schema, value: unknown): boolean {
  return z.core.safeParse(schema, value).success;
}

function setAt(tree: Tree, path: readonly string[], value: unknown): void {
  const [key = '', ...rest] = path;
  if (rest.length === 0) {
    tree[key] = value;
    return;
  }
  const existing = tree[key];
  const inner = isTree(existing) ? existing : {};
  tree[key] = inner;
  setAt(inner, rest, value);
}

const layersOf = (trees: readonly Tree[]): Layer[] =>
  trees.map((values, index) => namedLayer('flag', `layer ${index}`, values));

describe('for random layers', () => {
  it('every setting is what the strongest layer says, else the preset, else the default', () => {
    const defaults = defaultsOf(configSchema);
    fc.assert(
      fc.property(fc.array(randomValues, { maxLength: 4 }), (trees) => {
        const { config, sources } = resolveConfig(layersOf(trees));
        const preset = trees.map((tree) => tree.preset).findLast((name) => name !== undefined);
        const presetValues = presetNames.find((name) => name === preset);
        for (const { path } of settings) {
          const said = trees.map((tree) => valueAt(tree, path));
          const strongest = said.findLastIndex((value) => value !== undefined);
          const fromLayer = said[strongest] ?? undefined;
          const fromPreset = presetValues && valueAt(presets[presetValues], path);
          const expected = fromLayer ?? fromPreset ?? valueAt(defaults, path);
          const setting = formatPath(path);
          if (setting === 'learning.mcp_context.embeddings.model' && expected === undefined)
            continue;
          const normal = expected === 'streamable-http' ? 'http' : expected;
          expect(valueAt(config, path), setting).toEqual(normal);
          if (normal === undefined) continue;
          const source = fromLayer !== undefined ? `layer ${strongest}` : fromPreset && preset;
          expect(sources.get(setting)?.name, setting).toBe(source);
        }
      }),
      { numRuns: 60 },
    );
  });

  it('a configuration that is shown and loaded again is the same', () => {
    fc.assert(
      fc.property(fc.array(randomValues, { maxLength: 3 }), (trees) => {
        const { config, problems } = resolveConfig(layersOf(trees));
        fc.pre(problems.length === 0);
        const text = stringify(printable(config), { lineWidth: 0 });
        const file = { kind: 'project_file', path: '/x', shown: 'x' } as const;
        const { layer, problems: syntax } = readYaml(file, text);
        const again = resolveConfig(layer ? [layer] : []);
        expect([...syntax, ...again.problems]).toEqual([]);
        expect(again.config).toEqual(config);
      }),
      { numRuns: 60 },
    );
  });
});
