import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { stateFiles } from './state-files.ts';
import { spoilt } from './testing/model/damage.ts';
import { readRules } from './testing/model/other-rules.ts';
import { type RandomCall, randomCalls } from './testing/model/random-calls.ts';
import {
  addTask,
  copyOf,
  emptyWorld,
  type ModelTask,
  Refused,
  type Who,
  type World,
} from './testing/model/world.ts';
import { type ProjectFixture, projectFixture, session } from './testing/project-fixture.ts';
import { projectTools } from './tools.ts';

// Repeat a run with the seed that its name shows, or look further with more runs:
// FC_SEED=… FC_RUNS=… npx vitest run src/project/random-calls.test.ts
// A build is judged on what it changes, so there the calls are always the same.
const seed = Number(process.env.FC_SEED ?? (process.env.CI ? 1 : Date.now() % 2 ** 31));
const numRuns = Number(process.env.FC_RUNS ?? 16);

it('are made of every tool', () => {
  expect(Object.keys(randomCalls).sort()).toEqual(projectTools.map(({ name }) => name).sort());
});

it(`leave the database as the model says, and unchanged where refused (seed ${seed})`, {
  timeout: 60_000 + numRuns * 5_000,
}, async () => {
  const anyCall = fc.oneof(
    // What brings tasks into other states comes more often, or most calls would be refused.
    ...Object.entries(randomCalls).map(([tool, arbitrary]) => ({
      weight: tool in readRules ? 1 : tool === 'create_task' || tool === 'set_task_status' ? 8 : 4,
      arbitrary,
    })),
  );
  await fc.assert(
    fc.asyncProperty(fc.array(anyCall, { minLength: 30, maxLength: 50 }), async (calls) => {
      const project = await projectFixture(projectTools);
      const log: string[] = [];
      const world = await beginning(project);
      let state = { world, rows: await everything(project) };
      for (const call of calls) state = await make(project, state, call, log);
      expect(await stateOf(project), log.join('\n')).toEqual(summary(state.world));
    }),
    { seed, numRuns },
  );
});

/** A small project with a bit of everything, in both, so that the calls find something to work on. */
async function beginning(project: ProjectFixture): Promise<World> {
  const world = emptyWorld();
  await project.addFeatures('alpha', 'bravo');
  await project.addDisciplines('ops', 'design');
  for (const name of ['alpha', 'bravo']) world.features.set(name, []);
  for (const name of ['ops', 'design']) world.disciplines.add(name);
  const tasks: Partial<ModelTask>[] = [
    { status: 'done' },
    { status: 'in_progress', depends: [1] },
    { status: 'pending', depends: [2], feature: 'bravo' },
    { status: 'draft', depends: [3] },
    { status: 'in_progress', criteria: ['It works'] },
    { status: 'blocked', discipline: 'design' },
  ];
  for (const [place, { depends = [], criteria = [], ...task }] of tasks.entries()) {
    const fields = { feature: 'alpha', discipline: 'ops', ...task, title: `Begun ${place}` };
    addTask(world, { ...fields, depends, criteria });
    await project.addTask({ ...fields, acceptance_criteria: criteria }, depends);
  }
  return world;
}

interface State {
  readonly world: World;
  /** All that is stored, to see whether a call has changed it. */
  readonly rows: string;
}

/** Makes one call in the model and in the project; returns both after it. */
async function make(
  project: ProjectFixture,
  { world, rows }: State,
  call: RandomCall,
  log: string[],
): Promise<State> {
  const tool = project.registry.get(call.tool);
  if (!tool) throw new Error(`there is no ${call.tool}`);
  const input = call.input(world);
  const bad = call.damage && spoilt(input, call.damage, tool.inputSchema);
  const next = bad ? undefined : worldAfter(world, call);
  const outcome = await project.call(call.tool, bad ?? input, identity(call.who));
  const said = outcome.ok ? 'ok' : `${outcome.error.code}: ${outcome.error.message}`;
  log.push(
    `${call.tool} ${JSON.stringify(bad ?? input).slice(0, 200)} ${JSON.stringify(call.who)} → ${said}`,
  );
  const explain = log.join('\n');
  expect(outcome.ok, `expected ${next ? 'success' : 'a refusal'}:\n${explain}`).toBe(Boolean(next));
  if (!outcome.ok) {
    expect(outcome.error.code, explain).not.toBe('execution_failed');
    expect(outcome.error.hint, explain).toMatch(/\w/);
  }
  const after = await everything(project);
  if (!outcome.ok || tool.annotations.readOnlyHint) expect(after, explain).toBe(rows);
  return { world: next ?? world, rows: after };
}

function worldAfter(world: World, call: RandomCall): World | undefined {
  const next = copyOf(world);
  try {
    call.apply(next);
    return next;
  } catch (thrown) {
    if (thrown instanceof Refused) return undefined;
    throw thrown;
  }
}

function identity({ session: id, task, review }: Who) {
  if (id === null) return undefined;
  return session({ id, task_id: task, recipe: review ? 'opus_review' : 'task_execution' });
}

/** Every row and every note. */
async function everything({ dump, root }: ProjectFixture): Promise<string> {
  const notes = Object.values(stateFiles).map((file) => path.join(root, file));
  const texts = notes.map((file) => (existsSync(file) ? readFileSync(file, 'utf8') : ''));
  return JSON.stringify([await dump(), texts]);
}

function summary(world: World) {
  const { tasks, features, disciplines, comments, learnings } = world;
  return {
    tasks: [...tasks].map(([id, { proven: _, depends, reopen, ...task }]) => ({
      id,
      ...task,
      depends: depends.toSorted((a, b) => a - b),
      reopen,
    })),
    features: [...features].map(([name, depends]) => [name, depends.toSorted()]).sort(),
    disciplines: [...disciplines].sort(),
    comments: [...comments].map(([id, comment]) => ({ id, ...comment })),
    learnings: learnings.map(({ feature, text, hits }) => [feature, text, hits]).sort(),
  };
}

async function stateOf(project: ProjectFixture): Promise<ReturnType<typeof summary>> {
  const db = project.database.kysely;
  const ids = await db.selectFrom('tasks').select('id').orderBy('id').execute();
  const features = await db.selectFrom('features').select('name').execute();
  const disciplines = await db.selectFrom('disciplines').select('name').execute();
  const comments = await db.selectFrom('task_comments').selectAll().orderBy('id').execute();
  const learnings = await db.selectFrom('learnings').selectAll().execute();
  return project.store(async (store) => {
    const tasks = [];
    for (const { id } of ids) {
      const task = await store.tasks.get(id);
      tasks.push({
        id,
        feature: task.feature,
        discipline: task.discipline,
        title: task.title,
        status: task.status,
        criteria: task.acceptance_criteria,
        parts: task.superseded_by,
        from: task.discovered_from,
        depends: task.depends_on,
        reopen: task.reopen_requested !== '',
      });
    }
    const linked: [string, string[]][] = [];
    for (const { name } of features) {
      linked.push([name, [...(await store.features.get(name)).dependencies].sort()]);
    }
    return {
      tasks,
      features: linked.sort(),
      disciplines: disciplines.map(({ name }) => name).sort(),
      comments: comments.map(({ id, task_id, body, session_id }) => ({
        id,
        task: task_id,
        body,
        session: session_id,
      })),
      learnings: learnings.map((one) => [one.feature, one.text, one.hit_count]).sort(),
    };
  });
}
