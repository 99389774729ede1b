import { AsyncLocalStorage } from 'node:async_hooks';

interface Scope {
  state: 'starting' | 'open' | 'over';
}

/** Knows whether the code that is running now was started inside a transaction of this database. */
export interface TransactionScope {
  run<T>(work: () => Promise<T>): Promise<T>;
  /** Called for each use of the shared handle: refuses what could only wait for itself. */
  enter(): void;
  isInside(): boolean;
}

export function createTransactionScope(): TransactionScope {
  const storage = new AsyncLocalStorage<Scope>();
  let running = 0;
  return {
    async run(work) {
      if (storage.getStore()?.state === 'open') throw new Error(nested);
      const scope: Scope = { state: 'starting' };
      running++;
      try {
        return await storage.run(scope, work);
      } finally {
        // Work that outlives the transaction, such as a timer set inside it, may use the database again.
        scope.state = 'over';
        // While it is on, every promise of the whole process pays for it.
        if (--running === 0) storage.disable();
      }
    },
    enter() {
      const scope = storage.getStore();
      if (scope?.state === 'open') throw new Error(outerHandle);
      if (scope?.state === 'starting') scope.state = 'open';
    },
    isInside: () => storage.getStore()?.state === 'open',
  };
}

const nested =
  'A transaction was started inside a transaction of the same database. Pass the outer `tx` along instead.';
const outerHandle =
  'The database handle was used inside its own transaction, where it would wait for itself forever. Use the `tx` of the transaction.';
