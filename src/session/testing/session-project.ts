import { mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { onTestFinished } from 'vitest';
import { type App, createApp } from '../../app/create-app.ts';
import { createLogger } from '../../base/logger.ts';
import { type ProjectStore, projectStore } from '../../project/store/project-store.ts';
import type { ProjectTables } from '../../project/tables.ts';
import type { Database } from '../../storage/open-database.ts';
import type { SessionRequest } from '../plan.ts';
import { type PlannedSession, planSession } from '../plan-session.ts';

/** A wired application on a folder of its own; both go away when the test is done. */
export interface SessionProject {
  readonly root: string;
  readonly app: App;
  /** Works on the project directly, as a person would have. */
  store<T>(work: (store: ProjectStore) => Promise<T>): Promise<T>;
  /** Feature `auth`, discipline `backend` and a task between two others. */
  seed(): Promise<void>;
  plan(request: SessionRequest): Promise<PlannedSession>;
}

export const seededTask = 2;

export function sessionProject(config?: string): SessionProject {
  const root = realpathSync(mkdtempSync(path.join(tmpdir(), 'ralph-session-')));
  if (config !== undefined) writeFileSync(path.join(root, 'ralph.yaml'), config);
  const app = createApp({
    roots: [root],
    env: { HOME: root, RALPH_CONFIG_HOME: path.join(root, 'none') },
    logger: createLogger({ level: 'error', format: 'text', write: () => {} }),
    clock: { now: () => new Date('2026-02-10T14:30:00.000Z') },
  });
  onTestFinished(async () => {
    await app.close();
    rmSync(root, { recursive: true, force: true });
  });

  async function store<T>(work: (store: ProjectStore) => Promise<T>): Promise<T> {
    const database: Database<ProjectTables> = await app.database();
    const now = '2026-02-10T12:00:00.000Z';
    const stamp = { author: 'person', sessionId: null, tool: 'test', now };
    return database.transaction((tx) => work(projectStore(tx, database.dialect, stamp)));
  }

  return {
    root,
    app,
    store,
    seed: () => store(seedProject),
    plan: (request) => planSession(app.sessions, request),
  };
}

async function seedProject(store: ProjectStore): Promise<void> {
  const { metadata, features, disciplines, tasks, dependencies, comments, learnings } = store;
  await metadata.set({ title: 'Shop', description: 'Sells tea.' });
  await features.add('auth', {
    display_name: 'Authentication',
    description: 'Login and tokens.',
    architecture: 'One middleware.',
    boundaries: 'No roles.',
    context_files: ['src/auth.ts'],
  });
  await disciplines.add('backend', {
    display_name: 'Backend engineer',
    icon: 'box',
    color: '#336699',
    system_prompt: 'You build services.',
    conventions: 'Small functions.',
    skills: ['sql'],
  });
  const base = { feature: 'auth', discipline: 'backend', provenance: 'human' } as const;
  await tasks.add({ ...base, title: 'Token service', status: 'pending' });
  await tasks.add({
    ...base,
    title: 'Login form',
    status: 'pending',
    description: 'A form with name and password.',
    acceptance_criteria: ['Wrong password is refused'],
    context_files: ['src/login.ts'],
  });
  await tasks.add({ ...base, title: 'Remember me', status: 'draft' });
  await dependencies.set(seededTask, [1]);
  await comments.add({ task_id: 1, kind: 'handoff', body: 'Tokens live for an hour.' });
  await comments.add({ task_id: seededTask, kind: 'note', body: 'The first attempt timed out.' });
  await learnings.add({
    feature: 'auth',
    text: 'The test server needs port 4000.',
    source: 'agent',
    reason: '',
    task_id: null,
    conflicts_with: null,
  });
}
