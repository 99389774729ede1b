import { formatPath } from './config-path.ts';
import { isTree, type Layer, type Tree, valueAt } from './layer.ts';
import { type Shape, shapeOf } from './schema-shape.ts';

export interface Merged {
  readonly values: Tree;
  /** The layer that each merged unit (a value, or an entry of a map) came from. */
  readonly owners: ReadonlyMap<string, Layer>;
}

/**
 * Puts layers on top of each other. Sections merge key by key, maps entry by entry, lists and
 * entries are replaced whole. `null` takes a value back to what `floor` says and removes an entry
 * that floor does not have; a section that is left empty says nothing.
 */
export function mergeLayers(shape: Shape, floor: Merged, layers: readonly Layer[]): Merged {
  const values = structuredClone(floor.values);
  const owners = new Map(floor.owners);
  for (const layer of layers) mergeInto({ shape, layer, floor, owners }, values, layer.values, []);
  return { values, owners };
}

interface Merge {
  readonly shape: Shape;
  readonly layer: Layer;
  readonly floor: Merged;
  readonly owners: Map<string, Layer>;
}

function mergeInto(merge: Merge, target: Tree, said: Tree, path: readonly string[]): void {
  for (const [key, value] of Object.entries(said)) {
    const here = [...path, key];
    const child = childShape(merge.shape, key);
    if (child.kind === 'value') {
      setUnit(merge, target, here, value);
    } else if (isTree(value)) {
      const existing = target[key];
      const inner = isTree(existing) ? existing : {};
      target[key] = inner;
      mergeInto({ ...merge, shape: child }, inner, value, here);
    } else if (value === null && child.kind === 'entries') {
      for (const name of Object.keys(isTree(target[key]) ? target[key] : {})) {
        if (isTree(target[key])) setUnit(merge, target[key], [...here, name], null);
      }
    }
  }
}

/** The entries of a map are units: their own insides are never merged. */
function childShape(shape: Shape, key: string): Shape {
  if (shape.kind !== 'section') return { kind: 'value' };
  const schema = Object.hasOwn(shape.keys, key) ? shape.keys[key] : undefined;
  return schema ? shapeOf(schema) : { kind: 'value' };
}

function setUnit(merge: Merge, target: Tree, path: readonly string[], value: unknown): void {
  const key = path[path.length - 1] ?? '';
  const unit = formatPath(path);
  if (value !== null) {
    target[key] = value;
    merge.owners.set(unit, merge.layer);
    return;
  }
  const below = valueAt(merge.floor.values, path);
  const owner = merge.floor.owners.get(unit);
  if (below === undefined) delete target[key];
  else target[key] = structuredClone(below);
  if (owner) merge.owners.set(unit, owner);
  else merge.owners.delete(unit);
}
