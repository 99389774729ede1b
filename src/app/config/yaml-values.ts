import { type Document, isAlias, isMap, isNode, isScalar, isSeq, type YAMLMap } from 'yaml';
import type { ConfigPath } from './config-path.ts';
import type { Tree } from './layer.ts';

/** Aliases can make a small file unfold without end; no real configuration comes near this. */
const mostNodes = 20_000;
const deepest = 100;
const reservedKeys = new Set(['__proto__', 'constructor', 'prototype']);

export class UnfoldsTooMuch extends Error {}

export interface Visitor {
  /** A key or a list item stands at this offset of the text. */
  place(path: ConfigPath, offset: number): void;
  /** A key that no setting can have; it is left out. */
  badKey(path: ConfigPath, offset: number, key: string | undefined): void;
}

/** The values of a document, telling the visitor where each of them stands. */
export function valuesOf(document: Document.Parsed, visitor: Visitor): unknown {
  let nodes = 0;
  return toValue(document.contents, []);

  function toValue(node: unknown, path: ConfigPath): unknown {
    if (++nodes > mostNodes || path.length > deepest) throw new UnfoldsTooMuch();
    if (isAlias(node)) return toValue(node.resolve(document), path);
    if (isScalar(node)) return node.value;
    if (isMap(node)) return toTree(node, path);
    if (!isSeq(node)) return null;
    return node.items.map((item, index) => {
      const here = [...path, index];
      visitor.place(here, startOf(item));
      return toValue(item, here);
    });
  }

  function toTree(map: YAMLMap, path: ConfigPath): Tree {
    const tree: Tree = {};
    for (const { key, value } of map.items) {
      const name = isScalar(key) ? String(key.value) : undefined;
      if (name === undefined || reservedKeys.has(name)) {
        visitor.badKey(path, startOf(key), name);
        continue;
      }
      const here = [...path, name];
      visitor.place(here, startOf(key));
      tree[name] = toValue(value, here);
    }
    return tree;
  }
}

function startOf(node: unknown): number {
  return (isNode(node) && node.range?.[0]) || 0;
}
