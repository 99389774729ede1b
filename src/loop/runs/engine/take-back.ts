import { endLaunch } from '../../../base/processes/end-launch.ts';
import { keepPartial, keepRejected } from '../../guards/keep-work.ts';
import { restore } from '../../guards/restore.ts';
import { loadSnapshot } from '../../guards/snapshot-file.ts';
import type { StoredIteration } from '../store/iteration-rows.ts';
import { keepingOf } from './keeping.ts';
import type { PreparedRun } from './run-context.ts';

export interface TakenBack {
  readonly rejection: { readonly why: string; readonly how_to_recover: string | null };
  readonly memory: StoredIteration['memory'];
}

/**
 * Makes everything as it was when the iteration began, and keeps what it had done. Can be repeated after a crash at
 * any point: what is kept is noted before anything is put back, because a second look would find less.
 */
export async function takeBack(
  prepared: PreparedRun,
  iteration: StoredIteration,
  { kind, why }: { readonly kind: 'partial' | 'rejected'; readonly why: string },
): Promise<TakenBack> {
  const { journal, scratch } = prepared;
  await endLaunch({ id: iteration.launch_id });
  await endLaunch({ id: iteration.memory.gates_launch });
  const snapshot = loadSnapshot(scratch, iteration.memory.snapshot);
  let { rejection, memory } = iteration;
  if (!memory.kept || !rejection) {
    const keep = kind === 'partial' ? keepPartial : keepRejected;
    const kept = await keep(snapshot, keepingOf(prepared, iteration));
    rejection = { why, how_to_recover: kept?.how_to_recover ?? null };
    memory = { ...memory, kept: true };
    await journal.write({ iteration: { key: iteration, patch: { rejection, memory } } });
  }
  const { lost, put_aside } = await restore(snapshot);
  const { session_id } = iteration;
  const left = await prepared.work.rejected({ session_id, task: memory.task ?? null });
  const warnings = [
    ...left,
    ...(lost.length > 0 ? [`These could not be brought back: ${lost.join(', ')}`] : []),
    ...(put_aside === null ? [] : [`What no commit can hold was put aside in ${put_aside}`]),
  ];
  if (warnings.length > 0) {
    await journal.write({
      events: warnings.map((message) => ({
        iteration: iteration.number,
        event: { kind: 'warning', message },
      })),
    });
  }
  return { rejection, memory };
}
