import { readFileSync } from 'node:fs';
import path from 'node:path';
import { findSession } from '../../../../session/find-session.ts';
import { identityOf } from '../../../../session/session-store.ts';
import {
  type SessionProject,
  sessionProject,
} from '../../../../session/testing/session-project.ts';
import { callFreely } from '../../../../tool/testing/call-freely.ts';
import { writeFiles } from '../../../testing/temporary-folder.ts';
import type { RunOptions } from '../../run-options.ts';
import { runOptions } from '../../testing/run-options.ts';
import type { Assignment, RunHistory, WorkSource } from '../../work.ts';
import { createWorkSource } from '../create-work-source.ts';

/** A project whose work a run is given, and an agent's hand in it. */
export interface WorkProject extends SessionProject {
  source(options?: Partial<RunOptions>, folder?: string): WorkSource;
  /** What the agent of this assignment does through Ralph's tools. */
  call(given: Assignment, tool: string, input?: unknown): Promise<void>;
  write(files: Readonly<Record<string, string>>): void;
  read(file: string): string;
}

export function workProject(): WorkProject {
  const project = sessionProject();
  const { root, app } = project;
  return {
    ...project,
    source: (options, folder = root) =>
      createWorkSource({ root, folder, options: runOptions(options), sessions: app.sessions }),
    async call(given, tool, input = {}) {
      const plan = await findSession(app.sessions, given.session_id ?? '');
      const outcome = await callFreely(
        await app.registry(['project']),
        { name: tool, input },
        { author: 'agent', via: 'mcp', session: identityOf(plan) },
      );
      if (!outcome.ok) throw new Error(`${tool} was refused: ${outcome.error.message}`);
    },
    write: (files) => writeFiles(root, files),
    read: (file) => readFileSync(path.join(root, file), 'utf8'),
  };
}

export function history(over: Partial<RunHistory> = {}): RunHistory {
  return {
    run_id: 'run_1',
    iteration: 1,
    of: 10,
    last_verdict: null,
    last_failures: [],
    last_outputs: [],
    last_error: null,
    last_question: null,
    notes: [],
    unfinished_task_id: null,
    ...over,
  };
}

/** The assignment, or a failure that says what came instead. */
export async function given(source: WorkSource, over?: Partial<RunHistory>): Promise<Assignment> {
  const next = await source.next(history(over));
  if (next.kind === 'work') return next.assignment;
  throw new Error(`no work: ${next.reason}`);
}
