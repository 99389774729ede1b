import { expect, it, onTestFinished } from 'vitest';
import { z } from 'zod';
import { createApp } from '../src/app/create-app.ts';
import { createLogger } from '../src/base/logger.ts';
import { callFreely } from '../src/tool/testing/call-freely.ts';
import { builtProgram } from './support/run-program.ts';
import { type RunProject, runProject } from './support/run-project.ts';

const done = { summary: 'It works', evidence: ['the gate'] };

/** The project's tools at hand, without a process for each call. */
function toolsOf({ root, env }: RunProject) {
  const logger = createLogger({ level: 'error', format: 'text', write: () => {} });
  const app = createApp({ roots: [root], env, logger });
  onTestFinished(() => app.close());
  return async (name: string, input: object) => {
    const outcome = await callFreely(
      await app.registry(['project']),
      { name, input },
      { author: 'person', via: 'cli', session: null },
    );
    if (!outcome.ok) throw new Error(`${name} was refused: ${outcome.error.message}`);
    return outcome.structured;
  };
}

const taskSchema = z.object({
  task: z.object({
    status: z.string(),
    summary: z.string(),
    claimed_by: z.string().nullable(),
    updated_at: z.string(),
  }),
  comments: z.array(z.object({ body: z.string() })),
});

/** Task 1, and task 2 that waits for it; looked at by their number. */
async function tasksIn(project: RunProject) {
  const call = toolsOf(project);
  await call('create_feature', { name: 'shop', display_name: 'Shop' });
  const look = { display_name: 'Backend', acronym: 'BE', icon: 'box', color: '#336699' };
  await call('create_discipline', { name: 'backend', ...look });
  const task = { feature: 'shop', discipline: 'backend', status: 'pending' };
  await call('create_task', { ...task, title: 'Shelves' });
  await call('create_task', { ...task, title: 'Tea', depends_on: [1] });
  return async (id: number) => taskSchema.parse(await call('get_task', { id }));
}

const bodies = (answer: { comments: { body: string }[] }) =>
  answer.comments.map(({ body }) => body);

it('takes one ready task after the other, waits for a person, and proves each', {
  timeout: 90_000,
}, async () => {
  const project = runProject({
    turns: [
      // Claims to be done and breaks the gate.
      {
        until_exists: 'one.txt',
        steps: [
          { write: 'one.txt', text: '1' },
          { write: 'broken.txt', text: 'x' },
          { call: 'complete_task', arguments: done },
        ],
      },
      // Mends it.
      {
        until_exists: 'two.txt',
        steps: [
          { save_prompt: 'two.txt' },
          { delete: 'broken.txt' },
          { call: 'append_progress', arguments: { text: 'Shelves stand' } },
          { call: 'complete_task', arguments: done },
        ],
      },
      // The second task: cannot decide alone.
      {
        until_exists: 'three.txt',
        steps: [
          { write: 'three.txt', text: '3' },
          { call: 'ask_human', arguments: { question: 'Green or black?', blocking: true } },
        ],
      },
      { steps: [{ save_prompt: 'four.txt' }, { call: 'complete_task', arguments: done }] },
    ],
  });
  const task = await tasksIn(project);
  const before = await task(1);

  const run = project.start('run', '--tasks', '--json');
  const events: { kind: string; [field: string]: unknown }[] = [];
  let rest = '';
  run.child.stdout.on('data', (text: string) => {
    const lines = (rest + text).split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) events.push(JSON.parse(line).event);
  });
  await expect
    .poll(() => events.some(({ kind }) => kind === 'waiting'), { timeout: 60_000, interval: 50 })
    .toBe(true);
  const asked = async () => (await project.ralph('runs', 'show')).stdout;
  expect(await asked()).toMatch(/1: Green or black\?\n +no answer yet: ralph answer 1 "…"/);
  expect((await project.ralph('answer', '1', 'Green')).code).toBe(0);
  const { code, stderr } = await run.finished;
  expect(code, stderr).toBe(0);
  expect(await asked()).toMatch(/1: Green or black\?\n +Green\n/);

  const of = (kind: string) => events.filter((event) => event.kind === kind);
  expect(of('iteration_started').map(({ task: taken }) => taken)).toEqual([
    { id: 1, title: 'Shelves' },
    { id: 1, title: 'Shelves' },
    { id: 2, title: 'Tea' },
    { id: 2, title: 'Tea' },
  ]);
  expect(of('waiting')).toMatchObject([{ for: expect.stringContaining('Green or black?') }]);
  expect(of('run_ended')).toMatchObject([
    { status: 'complete', reason: 'no task is open (2 done), and every gate is green' },
  ]);
  expect(project.read('two.txt')).toContain('Opened again by Ralph: test');
  expect(project.read('four.txt')).toContain('→ Green');
  expect(project.read('.ralph/progress.txt')).toContain('Shelves stand');
  const [first, second] = [await task(1), await task(2)];
  expect(first.task).toMatchObject({ status: 'done', summary: 'It works', claimed_by: null });
  expect(bodies(first)).toEqual([
    'It works',
    expect.stringMatching(/^Opened again by Ralph: /),
    'It works',
  ]);
  expect(second.task.status).toBe('done');

  // All of it can be taken back, but for what a person said.
  expect((await project.ralph('runs', 'undo', 'latest')).code).toBe(0);
  expect(await task(1)).toEqual(before);
  const left = await task(2);
  expect(left.task.status).toBe('pending');
  expect(bodies(left)).toEqual(['Green']);
  expect(project.has('one.txt')).toBe(false);
  expect(project.read('.ralph/progress.txt')).toBe('');
});

it('a rejected iteration leaves nothing in the project, and its task is free', {
  timeout: 60_000,
}, async () => {
  const project = runProject({
    turns: [
      {
        steps: [
          { call: 'append_learning', arguments: { text: 'Nothing is forbidden' } },
          { call: 'complete_task', arguments: done },
          { write: 'outside.txt', text: 'x' },
        ],
      },
    ],
  });
  const task = await tasksIn(project);
  const { code, stdout } = await project.ralph(
    'run',
    '1',
    '--tasks',
    '--allowed-paths',
    'src',
    '--json',
  );
  expect(code).toBe(1);
  expect(stdout).toContain('"status":"rejected"');
  expect(project.has('outside.txt')).toBe(false);
  const after = await task(1);
  expect(after.task).toMatchObject({ status: 'pending', claimed_by: null, summary: '' });
  expect(after.comments).toEqual([]);
  expect(project.read('.ralph/learnings.txt')).toBe('');
});

it('an agent that speaks no MCP closes its task by the command of its session, and only by that', {
  timeout: 90_000,
}, async () => {
  const project = runProject({ turns: [] });
  const task = await tasksIn(project);
  const call = `"${process.execPath}" "${builtProgram}" tool call`;
  const session = '--root "$RALPH_ROOT" --session "$RALPH_SESSION_ID"';
  project.write(
    'agent.sh',
    [
      'cat >/dev/null',
      'if [ ! -f tried.txt ]; then touch tried.txt; echo "<promise>COMPLETE</promise>"; exit; fi',
      `${call} list_tasks ${session} >> refused.json`,
      `${call} complete_task ${session} --json '${JSON.stringify(done)}'`,
    ].join('\n'),
  );
  const run = await project.ralph('run', '5', '--tasks', '--agent-cmd', 'sh agent.sh');
  expect(run.stdout).toContain('2 tasks are open (a promise of completion closes none)');
  expect(run.stdout).toContain('Run complete: no task is open (2 done)');
  expect(run.code).toBe(0);
  expect(project.read('refused.json')).toContain('list_tasks is not part of this session');
  expect(await task(2)).toMatchObject({ task: { status: 'done', summary: done.summary } });
});
