import type { TaskStatus } from '../../../../project/rules/status.ts';
import { satisfiesDependents } from '../../../../project/rules/status.ts';
import type { ReadyFilter } from '../../../../project/store/claims.ts';
import type { ProjectStore } from '../../../../project/store/project-store.ts';
import { oneLine } from '../../../../session/prompt/text.ts';
import type { NextAssignment } from '../../work.ts';

/** What everything waits for, when no task can be taken. */
type Waiting = Exclude<NextAssignment, { readonly kind: 'work' }>;

const open: readonly TaskStatus[] = [
  'needs_input',
  'in_progress',
  'blocked',
  'failed',
  'pending',
  'draft',
];
const tasksShown = 8;

export async function whyNothingIsReady(
  store: ProjectStore,
  filter: ReadyFilter,
  now: string,
): Promise<Waiting> {
  const counts = await store.tasks.counts(filter);
  const all = open.reduce((sum, status) => sum + (counts[status] ?? 0), 0);
  if (all === 0) return { kind: 'nothing', reason: 'no task is open' };

  const asked = await askedAbout(store, filter);
  if (asked) return { kind: 'wait', for: 'answers', reason: asked };
  const held = await heldByOthers(store, filter, now);
  if (held) return { kind: 'wait', for: 'claims', reason: held };

  const reasons: string[] = [];
  for (const status of open) {
    const room = tasksShown - reasons.length;
    if (room <= 0) break;
    for (const { id } of await store.tasks.list({ ...filter, status }, 0, room)) {
      reasons.push(await whyNot(store, id));
    }
  }
  const more = all > reasons.length ? `; and ${all - reasons.length} more` : '';
  return { kind: 'nothing', reason: `no task is ready: ${reasons.join('; ')}${more}` };
}

/** Only questions that keep a task waiting: the others did not stop anything. */
async function askedAbout(store: ProjectStore, filter: ReadyFilter): Promise<string | undefined> {
  const questions = (await store.questions.open()).filter(({ blocking }) => blocking);
  const waiting = await store.tasks.lines(
    questions.flatMap(({ task_id }) => task_id ?? []),
    { ...filter, status: 'needs_input' },
  );
  const ids = new Set(waiting.map(({ id }) => id));
  const shown = questions.filter(({ task_id }) => task_id !== null && ids.has(task_id));
  if (shown.length === 0) return undefined;
  const lines = shown
    .slice(0, tasksShown)
    .map(({ id, task_id, question }) => `#${task_id} (question ${id}: ${oneLine(question, 120)})`);
  return `an answer is needed for ${lines.join(', ')}`;
}

async function heldByOthers(
  store: ProjectStore,
  filter: ReadyFilter,
  now: string,
): Promise<string | undefined> {
  for (const status of ['in_progress', 'pending'] as const) {
    for (const { id } of await store.tasks.list({ ...filter, status }, 0, 200)) {
      const { claimed_by, claim_expires_at } = await store.tasks.get(id);
      if (claimed_by === null || claim_expires_at === null || claim_expires_at <= now) continue;
      return status === 'pending'
        ? `#${id} was given up and is tried again at ${claim_expires_at}`
        : `#${id} is held by ${claimed_by} until ${claim_expires_at}`;
    }
  }
  return undefined;
}

async function whyNot(store: ProjectStore, id: number): Promise<string> {
  const { status, status_reason, title } = await store.tasks.get(id);
  const named = `#${id} "${oneLine(title, 60)}"`;
  if (status === 'draft')
    return `${named} is a draft (ralph task status ${id} pending makes it ready)`;
  if (status === 'in_progress') return `${named} is in progress, and not by a run`;
  if (status !== 'pending') {
    const why = status_reason === '' ? '' : ` (${oneLine(status_reason, 120)})`;
    return `${named} ${status === 'needs_input' ? 'needs input' : `is ${status}`}${why}`;
  }
  const unmet = (await store.dependencies.of(id)).filter(
    (other) => !satisfiesDependents(other.status),
  );
  return `${named} waits for ${unmet.map((other) => `#${other.id}`).join(', ')}`;
}
