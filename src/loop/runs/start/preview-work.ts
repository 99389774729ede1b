import type { SessionServices } from '../../../session/services.ts';
import type { RunOptions } from '../run-options.ts';
import { createWorkSource } from '../work/create-work-source.ts';
import { chooseTask } from '../work/tasks/choose-task.ts';
import { taskAssignment } from '../work/tasks/tasks-work.ts';
import { whyNothingIsReady } from '../work/tasks/why-nothing-is-ready.ts';
import { type WorkPlace, withProject } from '../work/work-place.ts';
import type { Assignment, RunHistory } from '../work.ts';

export type WorkPreview =
  | {
      readonly kind: 'work';
      readonly first: Assignment;
    }
  | { readonly kind: 'nothing'; readonly reason: string };

/** What the first iteration would be given. Nothing is claimed, planned or written. */
export async function previewWork(
  root: string,
  options: RunOptions,
  sessions: SessionServices,
): Promise<WorkPreview> {
  const place: WorkPlace = { root, folder: root, options, sessions, draft: true };
  const history: RunHistory = {
    run_id: 'run_preview',
    iteration: 1,
    of: options.budgets.iterations,
    last_verdict: null,
    last_failures: [],
    last_outputs: [],
    last_error: null,
    last_question: null,
    notes: [],
    unfinished_task_id: null,
  };
  if (options.mode === 'tasks') return previewTask(place, history);
  const next = await createWorkSource(place).next(history);
  return next.kind === 'work'
    ? { kind: 'work', first: next.assignment }
    : { kind: 'nothing', reason: next.reason };
}

async function previewTask(place: WorkPlace, history: RunHistory): Promise<WorkPreview> {
  const { options } = place;
  const filter = { feature: options.feature, discipline: options.discipline };
  const found = await withProject(
    place,
    null,
    async (store, now) => {
      const id = await chooseTask(store, { filter, first: [], now });
      return id === undefined ? whyNothingIsReady(store, filter, now) : store.tasks.get(id);
    },
    { readOnly: true },
  );
  if ('kind' in found) return { kind: 'nothing', reason: found.reason };
  return { kind: 'work', first: await taskAssignment(place, found.id, history) };
}
