import { existsSync } from 'node:fs';
import path from 'node:path';
import { systemClock } from '../../base/clock.ts';
import { loopFiles } from '../../loop/loop-files.ts';
import { iterationsText, momentText, spendText } from '../../loop/runs/report/amounts.ts';
import type { Run } from '../../loop/runs/run.ts';
import { projectStore } from '../../project/store/project-store.ts';
import type { ProjectTables } from '../../project/tables.ts';
import type { Database } from '../../storage/open-database.ts';
import { nextSteps, startCommand, stepLines } from './next-steps.ts';
import { type RunRecord, runRecord } from './run-record.ts';
import { standing } from './run-standing.ts';
import type { OpenRuns } from './with-runs.ts';

export interface ProjectStatus {
  readonly active_run: (RunRecord & { readonly standing: string }) | null;
  /** The last one that has ended. */
  readonly last_run: RunRecord | null;
  readonly tasks: {
    readonly total: number;
    readonly done: number;
    readonly by_status: Readonly<Record<string, number>>;
  } | null;
  readonly open_questions: readonly {
    readonly id: number;
    readonly task_id: number | null;
    readonly question: string;
  }[];
  readonly next: readonly { readonly command: string; readonly does: string }[];
}

/** A folder in which nothing has been done yet. */
export function untouchedProject(root: string): ProjectStatus {
  const isSetUp = existsSync(path.join(root, loopFiles.config));
  return {
    active_run: null,
    last_run: null,
    tasks: null,
    open_questions: [],
    next: isSetUp
      ? [
          { command: 'ralph validate', does: 'see whether a run could start here' },
          { command: 'ralph plan "…"', does: 'let the agent write tasks, for you to accept' },
          { command: 'ralph run', does: 'start a run' },
        ]
      : [{ command: 'ralph init', does: 'set Ralph up here' }],
  };
}

export async function projectStatus(runs: OpenRuns, root: string): Promise<ProjectStatus> {
  const { store, isAlive } = runs;
  const [running] = await store.list({ limit: 1, status: 'running' });
  const [queued] = await store.list({ limit: 1, status: 'queued' });
  const active = running ?? queued;
  const last = (await store.list({ limit: 2 })).find(({ id }) => id !== active?.id);
  const alive = await isAlive();
  const { tasks, questions } = await projectRows(runs);
  const recordOf = async (run: Run) => runRecord(run, await store.iterations(run.id));
  const newest = active ?? last;
  const steps = newest ? nextSteps(newest, await store.iterations(newest.id), alive) : [];
  const start = startStep(tasks);
  return {
    active_run: active
      ? { ...(await recordOf(active)), standing: standing({ run: active, isAlive: alive }) }
      : null,
    last_run: last ? await recordOf(last) : null,
    tasks,
    open_questions: questions,
    next: [
      ...(questions.length > 0 ? [['ralph answer', 'see and answer the open questions']] : []),
      ...(await proposalSteps(root)),
      ...steps,
      ...(active || steps.some(([command]) => command === start[0]) ? [] : [start]),
    ].map(([command = '', does = '']) => ({ command, does })),
  };
}

async function projectRows(runs: OpenRuns) {
  const database: Database<ProjectTables> = runs.database;
  const now = systemClock.now().toISOString();
  const stamp = { author: '', sessionId: null, tool: 'ralph status', now };
  return database.transaction(
    async (tx) => {
      const project = projectStore(tx, database.dialect, stamp);
      const { total, done, by_status } = await project.metadata.progress();
      const open = await project.questions.open();
      const questions = open.map(({ id, task_id, question }) => ({ id, task_id, question }));
      return { tasks: { total, done, by_status }, questions };
    },
    { readOnly: true },
  );
}

function startStep({ total, done, by_status }: NonNullable<ProjectStatus['tasks']>) {
  const open = total - done - (by_status.skipped ?? 0);
  return open > 0
    ? ([startCommand(true), 'start a run on the open tasks'] as const)
    : ([startCommand(false), 'start a run'] as const);
}

async function proposalSteps(root: string) {
  const { listProposals } = await import('../../loop/planning/proposal-files.ts');
  const isWaiting = (await listProposals(root)).some(({ status }) => status === 'proposed');
  return isWaiting ? [['ralph plan --accept', 'decide on the plan that waits for you']] : [];
}

export function renderStatus(status: ProjectStatus): string {
  const { active_run: active, last_run: last, tasks, open_questions: questions, next } = status;
  const steps = stepLines(next.map(({ command, does }) => [command, does] as const));
  return [
    active
      ? `Run ${active.run_id}, iteration ${iterationsText(active.iterations, active.of)} with ${active.agent}: ${active.standing}`
      : 'No run is under way.',
    ...(last ? [`Last run ${last.run_id} ${endText(last)}`] : []),
    ...(tasks ? [tasksText(tasks)] : []),
    ...questions.map(({ id, task_id, question }) => {
      const about = task_id === null ? '' : ` about task #${task_id}`;
      return `Question ${id}${about}: ${question}`;
    }),
    '',
    'What to type next',
    ...steps.map((line) => `  ${line}`),
  ].join('\n');
}

function endText({ status, ended_at, reason, tokens, cost, undone }: RunRecord): string {
  const when = ended_at === null ? '' : ` ${momentText(ended_at)}`;
  const spend = spendText({ input_tokens: tokens, output_tokens: 0, cost_usd: cost });
  const why = reason === null ? '' : `: ${reason}`;
  return `${status}${undone ? ' and undone' : ''}${when}${why}${spend ? ` (${spend})` : ''}`;
}

function tasksText({ total, done, by_status }: NonNullable<ProjectStatus['tasks']>): string {
  if (total === 0) return 'No tasks.';
  const others = Object.entries(by_status)
    .filter(([status, count]) => status !== 'done' && count > 0)
    .map(([status, count]) => `${count} ${status}`);
  return `Tasks: ${[`${done} of ${total} done`, ...others].join(', ')}`;
}
