import { findResource, type Release } from '../resource.ts';
import type { McpSurface } from '../surface.ts';

const mostSubscriptions = 64;

/** The watches of one connection. Watching starts with the first subscriber and ends with the last. */
export interface Subscriptions {
  /** Watches a URI under an owner's name; answers false when there are too many. Unknown URIs are ignored. */
  add(owner: string, uri: string): boolean;
  remove(owner: string): void;
  close(): void;
}

export function createSubscriptions(
  surface: McpSurface,
  notify: (uri: string) => void,
): Subscriptions {
  const watches = new Map<string, { readonly owners: Set<string>; readonly release: Release }>();
  function drop(owner: string): void {
    for (const [uri, watch] of watches) {
      if (!watch.owners.delete(owner) || watch.owners.size > 0) continue;
      watches.delete(uri);
      watch.release();
    }
  }
  return {
    add(owner, uri) {
      const existing = watches.get(uri);
      if (existing) {
        existing.owners.add(owner);
        return true;
      }
      if (watches.size >= mostSubscriptions) return false;
      const found = findResource(surface.resources, uri);
      const release = found?.resource.watch?.(found.variables, () => notify(uri));
      watches.set(uri, { owners: new Set([owner]), release: release ?? (() => {}) });
      return true;
    },
    remove: drop,
    close() {
      for (const { release } of watches.values()) release();
      watches.clear();
    },
  };
}
