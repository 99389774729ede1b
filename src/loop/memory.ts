import type { IterationRecord, RecordedIteration } from '../context/iteration-record.ts';
import type { RecallRequest, SessionContext } from '../context/session-context.ts';
import type { BookOperation, OperationOutcome } from '../context/skillbook/operations.ts';
import type { ReflectionInput } from '../context/skillbook/reflection.ts';
import type { Spend } from './runs/run.ts';

/**
 * What a run asks of the memory across iterations. No call ever throws: a loop without memory is still a loop.
 * `src/app` hands in what stands behind it: the store of the root, or a server that keeps one.
 */
export interface LoopMemory {
  /** What there is to say to the prompt of one session, within the budget of the settings. */
  recall(request: RecallRequest): Promise<SessionContext>;
  /**
   * Keeps what an iteration left, gives credit for what its prompt had, and lets older items age. Nothing when the
   * memory cannot take it now: the same is told again later, and is stored once however often it is told. Summaries
   * that an agent wrote for it have their price.
   */
  record(
    record: IterationRecord,
    options?: { readonly signal?: AbortSignal; onProblem?(reason: string): void },
  ): Promise<(RecordedIteration & { readonly spend?: Spend | undefined }) | undefined>;
  /** What the skills can be judged by; nothing when the memory is off or cannot say. */
  reflectionInput(lastIterations: number): Promise<ReflectionInput | undefined>;
  /** Changes the skillbook; nothing when it could not be changed. */
  applyOperations(
    operations: readonly BookOperation[],
  ): Promise<readonly OperationOutcome[] | undefined>;
}
