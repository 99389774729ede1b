import type { App } from '../../app/create-app.ts';
import { catalogStats } from '../../catalog/scores/usage-stats.ts';
import type { ContextItem } from '../../context/item.ts';
import { itemStore } from '../../context/store/items.ts';
import type { Iteration, Run } from '../../loop/runs/run.ts';
import { readProject } from '../../loop/runs/run-questions.ts';
import { runStore } from '../../loop/runs/store/run-store.ts';
import type { Question, Task } from '../../project/model.ts';
import { findSession } from '../../session/find-session.ts';
import { readEvents } from '../run/read-events.ts';
import { callReader, type ToolCall } from './tool-calls.ts';

/** What a run left behind, read from its rows after it ended. */
export interface Evidence {
  readonly run: Run;
  readonly iterations: readonly Iteration[];
  readonly calls: readonly ToolCall[];
  /** By the number of the iteration. */
  readonly prompts: ReadonlyMap<number, string>;
  readonly tasks: readonly Task[];
  /** By the number of the task: what Ralph itself wrote when it opened it again. */
  readonly reopened: ReadonlyMap<number, string>;
  readonly answered: readonly Question[];
  readonly errors: readonly ContextItem[];
  /** How often each downstream tool was called, by the catalog's own count. */
  readonly downstreamCalls: ReadonlyMap<string, number>;
}

const most = 100;

export async function gatherEvidence(app: App, runId: string): Promise<Evidence> {
  const database = await app.database();
  const store = runStore(database);
  const readCall = callReader();
  const events = await readEvents(store, runId);
  const project = await readProject(database, async ({ tasks, comments, questions }) => {
    const all: Task[] = [];
    const reopened = new Map<number, string>();
    const answered: Question[] = [];
    for (const { id } of await tasks.list({}, 0, most)) {
      all.push(await tasks.get(id));
      answered.push(...(await questions.answered(id)));
      const opened = (await comments.latest(id, most)).find(({ body }) =>
        body.startsWith('Opened again by Ralph'),
      );
      if (opened) reopened.set(id, opened.body);
    }
    return { tasks: all, reopened, answered };
  });
  const iterations = await store.iterations(runId);
  const prompts = new Map<number, string>();
  for (const { number, session_id } of iterations) {
    if (session_id !== null)
      prompts.set(number, (await findSession(app.sessions, session_id)).prompt);
  }
  const use = await catalogStats(database.kysely, '', most);
  return {
    run: await store.get(runId),
    iterations,
    calls: events.flatMap((event) => readCall(event) ?? []),
    prompts,
    ...project,
    errors: await storedErrors(app, runId),
    downstreamCalls: new Map(use.tools_by_use.map(({ tool, calls }) => [tool, calls])),
  };
}

/** What gates said of iterations of this run and the memory kept, oldest first; not what was red before it. */
export async function storedErrors(app: App, runId: string): Promise<ContextItem[]> {
  const { database } = await (await app.context()).context();
  const errors = await itemStore(database.kysely).ofType('error', most);
  return errors
    .filter(({ source_run, tags }) => source_run === runId && tags.some(isOfGate))
    .filter(({ source_iteration }) => (source_iteration ?? 0) > 0)
    .reverse();
}

function isOfGate(tag: string): boolean {
  return tag.startsWith('gate:');
}

/** The errors that a prompt quotes, each with or without its fix. */
export function quotedErrors(prompt: string): { readonly id: string; readonly hasFix: boolean }[] {
  const quotes = prompt.matchAll(/^### \[ERROR\] (\S+)\n<quoted.*\n((?:\|.*\n)*)/gm);
  return [...quotes].map(([, id = '', text = '']) => ({ id, hasFix: /^\| Fix: /m.test(text) }));
}
