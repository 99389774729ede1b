import { type Footprint, movement } from '../rules/progress.ts';
import type { IterationStatus } from '../run.ts';
import type { RunEvent } from '../run-event.ts';
import type { StoredIteration } from '../store/iteration-rows.ts';
import type { RunMemory } from '../store/run-memory.ts';
import type { IterationPatch } from '../store/write-run.ts';
import { type RunContext, timeOf } from './run-context.ts';

/** Closes an iteration: its row, its event and what the run keeps of it, in one transaction. */
export async function endIteration(
  context: RunContext,
  iteration: StoredIteration,
  end: IterationPatch & {
    readonly status: Exclude<IterationStatus, 'running'>;
    readonly verdict: string;
    readonly progress?: string | null;
    readonly runMemory?: Partial<RunMemory>;
    readonly events?: readonly RunEvent[];
  },
): Promise<void> {
  const { progress = null, runMemory, events = [], ...patch } = end;
  const memory = runMemory && { ...(await context.run()).memory, ...runMemory };
  const spend = patch.spend ?? iteration.spend;
  const { number } = iteration;
  await context.journal.write({
    iteration: { key: iteration, patch: { ...patch, spend, ended_at: timeOf(context) } },
    ...(memory && { run: { memory } }),
    events: [
      ...events.map((event) => ({ iteration: number, event })),
      {
        iteration: number,
        event: {
          kind: 'iteration_ended',
          iteration: number,
          status: end.status,
          verdict: end.verdict,
          progress,
          changed_files: patch.changed_files ?? [],
          commits: patch.commits ?? [],
          gates_green: patch.judgement?.green ?? null,
          how_to_recover: patch.rejection?.how_to_recover ?? null,
          spend,
        },
      },
    ],
  });
}

/** What an iteration moved, for people; null when it moved nothing. */
export function progressText(earlier: readonly Footprint[], after: Footprint): string | null {
  const before = earlier.at(-1);
  if (!before) return null;
  const moved = movement(before, after, earlier.slice(0, -1));
  if (moved.kind === 'progress') return moved.what;
  return moved.kind === 'back' ? 'back to a state that was there before' : null;
}
