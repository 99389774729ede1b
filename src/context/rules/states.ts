import type { ContextState } from '../item.ts';

export interface LifecycleAges {
  readonly summarize_after_iterations: number;
  readonly archive_after_iterations: number;
  readonly prune_after_iterations: number;
}

/** An item is fresh for so many iterations, unless it is summarized sooner than that. */
const activeFor = 5;

/** How many iterations an item has to be older than before it leaves a state. */
export function oldestInState(state: ContextState, ages: LifecycleAges): number {
  switch (state) {
    case 'active':
      return Math.min(activeFor, ages.summarize_after_iterations);
    case 'aging':
      return ages.summarize_after_iterations;
    case 'summarized':
      return Math.max(ages.summarize_after_iterations, ages.archive_after_iterations);
    case 'archived':
      return Math.max(ages.archive_after_iterations, ages.prune_after_iterations);
  }
}
