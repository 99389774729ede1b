/** What an iteration left behind, seen from outside: never what the agent said about it. */
export interface Footprint {
  /** HEAD after the iteration. */
  readonly commit: string;
  /** A hash of the whole working tree after it. */
  readonly tree: string;
  /** Failing tests and gates, by name. */
  readonly failures: readonly string[];
  /** Stories passing or tasks closed; null where nothing says. */
  readonly closed: number | null;
}

export type Movement =
  | { readonly kind: 'progress'; readonly what: string }
  | { readonly kind: 'none' }
  | { readonly kind: 'back'; readonly to: number };

/** Whether an iteration moved the work: a new commit, a changed tree, fewer failures, something closed. */
export function movement(
  before: Footprint,
  after: Footprint,
  earlier: readonly Footprint[],
): Movement {
  const closed = after.closed === null || before.closed === null ? 0 : after.closed - before.closed;
  if (closed > 0) return { kind: 'progress', what: `${closed} more done` };
  const fixed = before.failures.filter((name) => !after.failures.includes(name));
  if (fixed.length > 0 && after.failures.length < before.failures.length) {
    return {
      kind: 'progress',
      what: `${fixed.length} ${fixed.length === 1 ? 'failure' : 'failures'} fewer`,
    };
  }
  if (after.tree === before.tree && after.commit === before.commit) return { kind: 'none' };
  // A tree that was there before is going round in circles, however many commits it took.
  const seen = earlier.findIndex((footprint) => footprint.tree === after.tree);
  if (seen >= 0 && after.tree !== before.tree) return { kind: 'back', to: seen };
  return {
    kind: 'progress',
    what: after.commit === before.commit ? 'the tree changed' : 'a new commit',
  };
}

/** How many iterations at the end of a run moved nothing, or only went back to where it had been. */
export function stalledFor(footprints: readonly Footprint[]): number {
  let still = 0;
  for (let place = 1; place < footprints.length; place++) {
    const before = footprints[place - 1];
    const after = footprints[place];
    if (!before || !after) continue;
    const moved = movement(before, after, footprints.slice(0, place - 1));
    still = moved.kind === 'progress' ? 0 : still + 1;
  }
  return still;
}
