import { draftPlan } from '../../../session/plan-session.ts';
import type { SessionServices } from '../../../session/services.ts';
import type { RunOptions } from '../run-options.ts';
import { createWorkSource } from '../work/create-work-source.ts';
import { runSection } from '../work/run-section.ts';
import { chooseTask } from '../work/tasks/choose-task.ts';
import { whyNothingIsReady } from '../work/tasks/why-nothing-is-ready.ts';
import { type WorkPlace, withProject } from '../work/work-place.ts';
import { assignment, hasProject, withoutSession } from '../work/work-session.ts';
import type { Assignment, RunHistory } from '../work.ts';

export type WorkPreview =
  | {
      readonly kind: 'work';
      readonly first: Pick<Assignment, 'prompt' | 'prompt_tokens' | 'task' | 'tools'>;
    }
  | { readonly kind: 'nothing'; readonly reason: string };

/** What the first iteration would be given. Nothing is claimed, planned or written. */
export async function previewWork(
  root: string,
  options: RunOptions,
  sessions: SessionServices,
): Promise<WorkPreview> {
  const place: WorkPlace = { root, folder: root, options, sessions };
  const history: RunHistory = {
    run_id: 'run_preview',
    iteration: 1,
    of: options.budgets.iterations,
    last_verdict: null,
    last_failures: [],
    notes: [],
    unfinished_task_id: null,
  };
  if (options.mode === 'tasks') return previewTask(place, history);
  // Without a database there is no session to plan, and so nothing is written.
  const bare = { ...sessions, hasDatabase: async () => false };
  const next = await createWorkSource({ ...place, sessions: bare }).next(history);
  if (next.kind !== 'work') return { kind: 'nothing', reason: next.reason };
  const planned = options.kind === 'run' && (await hasProject(place));
  const tools = planned
    ? (await draftPlan(sessions, { recipe: options.recipe })).plan.enabled_tools
    : [];
  return { kind: 'work', first: { ...next.assignment, tools } };
}

async function previewTask(place: WorkPlace, history: RunHistory): Promise<WorkPreview> {
  const { options, sessions } = place;
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
  const { id, title } = found;
  const { plan } = await draftPlan(sessions, { recipe: options.recipe, taskId: id });
  const prompt = [plan.prompt, runSection(place, history)];
  const first = await assignment({ ...withoutSession, prompt, task: { id, title } });
  return { kind: 'work', first: { ...first, tools: plan.enabled_tools } };
}
