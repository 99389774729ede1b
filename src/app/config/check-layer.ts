import { explainIssue } from './explain-issue.ts';
import { configJsonSchema } from './json-schema.ts';
import { isTree, type Layer, type Tree } from './layer.ts';
import { type ConfigProblem, inReadingOrder } from './problem.ts';
import { configSchema } from './schema.ts';
import { shapeOf } from './schema-shape.ts';

/** A layer by itself: the problems it has, and what is left of it without them. */
export function checkLayer(layer: Layer): { problems: ConfigProblem[]; sound: Layer } {
  const values = withoutNulls(layer.values);
  // Compiling the schema costs more than the one or two parses of a process.
  const parsed = configSchema.safeParse(values, { jitless: true });
  if (parsed.success) return { problems: [], sound: layer };

  const checked = { schema: configJsonSchema(), values, sourceOf: layer.sourceOf };
  const problems = inReadingOrder(
    parsed.error.issues.flatMap((issue) => explainIssue(issue, checked)),
  );
  const sound = structuredClone(layer.values);
  for (const issue of parsed.error.issues) {
    const path = issue.path.map(String);
    if (issue.code !== 'unrecognized_keys') removeUnit(sound, path);
    else for (const key of issue.keys) removeUnit(sound, [...path, key]);
  }
  return { problems, sound: { ...layer, values: sound } };
}

/** What `null` means is decided when layers are merged; the schema only sees what is set. */
function withoutNulls(tree: Tree): Tree {
  const kept: Tree = {};
  for (const [key, value] of Object.entries(tree)) {
    if (value !== null) kept[key] = isTree(value) ? withoutNulls(value) : value;
  }
  return kept;
}

/** Takes out the value or entry that a path leads into, so that the rest can still be looked at. */
function removeUnit(tree: Tree, path: readonly string[]): void {
  let shape = shapeOf(configSchema);
  let current = tree;
  for (const key of path) {
    const next = current[key];
    const schema =
      shape.kind === 'section' && Object.hasOwn(shape.keys, key) ? shape.keys[key] : undefined;
    if (!schema || !isTree(next) || shapeOf(schema).kind === 'value') {
      delete current[key];
      return;
    }
    shape = shapeOf(schema);
    current = next;
  }
}
