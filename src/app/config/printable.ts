import { isReference } from '../../base/env-reference.ts';
import { redactValue } from '../../base/redaction.ts';
import { isTree, type Tree } from './layer.ts';

/** The configuration as it may be shown: secrets gone, references to secrets kept. */
export function printable(tree: Readonly<Tree>): Tree {
  return Object.fromEntries(
    Object.entries(tree)
      .filter(([, value]) => value !== undefined)
      .map(([key, value]) => [key, isTree(value) ? printable(value) : printableLeaf(key, value)]),
  );
}

/** With its key, because the name is often all that tells a secret; never by the names further out. */
export function printableLeaf(key: string, value: unknown): unknown {
  if (typeof value === 'string' && isReference(value)) return value;
  return Object.values(redactValue({ [key]: value }) ?? {})[0];
}
