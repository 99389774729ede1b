import { errorMessage } from '../base/errors.ts';
import type { IterationRecord, RecordedIteration } from './iteration-record.ts';
import type { ContextServices } from './services.ts';
import type { RecallRequest, SessionContext } from './session-context.ts';
import type { BookOperation, OperationOutcome } from './skillbook/operations.ts';
import type { ReflectionInput } from './skillbook/reflection.ts';

/** The memory as a run uses it. Nothing here throws: a loop without memory is still a loop. */
export function memoryForTheLoop(services: ContextServices) {
  const isOn = async () => (await services.settings()).enabled;

  async function quietly<T>(what: string, work: () => Promise<T>): Promise<T | Failure> {
    try {
      return await work();
    } catch (thrown) {
      const reason = errorMessage(thrown);
      services.logger.warn(`the memory could not ${what}`, { reason });
      return new Failure(reason);
    }
  }

  return {
    async recall(request: RecallRequest): Promise<SessionContext> {
      const { nothingRecalled, recallForSession } = await import('./recall-for-session.ts');
      const found = await quietly('recall', () => recallForSession(services, request));
      if (!(found instanceof Failure)) return found;
      const failed = { degraded: 'nothing', degraded_reason: found.reason } as const;
      return { ...nothingRecalled, recall: { ...nothingRecalled.recall, ...failed } };
    },

    async record(
      record: IterationRecord,
      {
        onProblem,
        ...options
      }: { readonly signal?: AbortSignal; onProblem?(reason: string): void } = {},
    ): Promise<RecordedIteration | undefined> {
      const kept = await quietly('store an iteration', async () => {
        if (!(await isOn())) return { id: null, errors: [], fixed: [] };
        if (services.server) {
          const { recordOnServer } = await import('./memory-server.ts');
          return recordOnServer(services.server, record, options);
        }
        const { recordIteration } = await import('./record-iteration.ts');
        return recordIteration(await services.context(), record, options);
      });
      if (!(kept instanceof Failure)) return kept;
      onProblem?.(kept.reason);
      return undefined;
    },

    async reflectionInput(last: number): Promise<ReflectionInput | undefined> {
      const input = await quietly('say what to reflect on', async () => {
        // A server tells nobody else what its skills have gone through.
        if (services.server || !(await isOn())) return undefined;
        const { reflectionInput } = await import('./skillbook/reflection.ts');
        return reflectionInput(await services.context(), last);
      });
      return input instanceof Failure ? undefined : input;
    },

    async applyOperations(
      operations: readonly BookOperation[],
    ): Promise<readonly OperationOutcome[] | undefined> {
      const outcomes = await quietly('change the skillbook', async () =>
        services.skills.apply(await services.context(), operations),
      );
      return outcomes instanceof Failure ? undefined : outcomes;
    },
  };
}

class Failure {
  readonly reason: string;
  constructor(reason: string) {
    this.reason = reason;
  }
}
