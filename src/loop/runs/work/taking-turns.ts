export interface TakingTurns<Id> {
  /** Goes before everything else. */
  readonly again: Id | null;
  /** Others go before these. */
  readonly aside: ReadonlySet<Id>;
  given(id: Id): void;
  /** Closed while a gate was red, and opened again for that. */
  reopened(id: Id | undefined): void;
  /** The gates are green, or nothing is left that has not had its turn. */
  startOver(): void;
}

/**
 * Whose turn it is while a gate is red: whoever broke it mends it before anything else is begun. When that was in vain,
 * the gate may be red for want of other work, so all of that goes first.
 */
export function takingTurns<Id>(): TakingTurns<Id> {
  let again: Id | null = null;
  /** The one of this iteration, when it was given again. */
  let retried: Id | null = null;
  const aside = new Set<Id>();
  return {
    get again() {
      return again;
    },
    aside,
    given(id) {
      retried = id === again ? id : null;
      again = null;
    },
    reopened(id) {
      if (id !== undefined && id === retried) aside.add(id);
      else again = id ?? again;
      retried = null;
    },
    startOver() {
      aside.clear();
    },
  };
}
