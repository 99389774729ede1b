import { z } from 'zod';
import type { Tree } from './layer.ts';

type Schema = z.core.$ZodType;

/**
 * How values of a schema combine. A section has fixed keys and is merged key by key;
 * entries are a map of the user's own names, each entry being one thing; a value is replaced.
 */
export type Shape =
  | { readonly kind: 'section'; readonly keys: Readonly<Record<string, Schema>> }
  | { readonly kind: 'entries' }
  | { readonly kind: 'value' };

export function shapeOf(schema: Schema): Shape {
  const inner = unwrap(schema);
  if (inner instanceof z.core.$ZodObject) return { kind: 'section', keys: inner._zod.def.shape };
  if (inner instanceof z.core.$ZodRecord) return { kind: 'entries' };
  return { kind: 'value' };
}

/** What holds when nobody says anything. Optional settings are absent. */
export function defaultsOf(schema: Schema): Tree {
  const shape = shapeOf(schema);
  const defaults: Tree = {};
  if (shape.kind !== 'section') return defaults;
  for (const [key, child] of Object.entries(shape.keys)) {
    if (child instanceof z.core.$ZodDefault) defaults[key] = child._zod.def.defaultValue;
    else if (child instanceof z.core.$ZodPrefault) defaults[key] = defaultsOf(child);
  }
  return defaults;
}

function unwrap(schema: Schema): Schema {
  if (
    schema instanceof z.core.$ZodDefault ||
    schema instanceof z.core.$ZodPrefault ||
    schema instanceof z.core.$ZodOptional
  ) {
    return unwrap(schema._zod.def.innerType);
  }
  return schema instanceof z.core.$ZodPipe ? unwrap(schema._zod.def.in) : schema;
}
