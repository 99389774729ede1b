import fc from 'fast-check';
import { expect, it } from 'vitest';
import { readRules } from './testing/model/other-rules.ts';
import { randomCalls } from './testing/model/random-calls.ts';
import { addTask, emptyWorld } from './testing/model/world.ts';
import { type ProjectFixture, projectFixture, session } from './testing/project-fixture.ts';
import { projectTools } from './tools.ts';
import { undoSession } from './undo-session.ts';

// FC_SEED=… FC_RUNS=… npx vitest run src/project/undo-random.test.ts
const seed = Number(process.env.FC_SEED ?? (process.env.CI ? 1 : Date.now() % 2 ** 31));
const numRuns = Number(process.env.FC_RUNS ?? 6);

// No recipe has these: what hangs on a deleted row goes without an event of its own.
const peoplesOwn = ['delete_task', 'delete_feature', 'delete_discipline'];

const rows = async ({ dump }: ProjectFixture) => {
  const tables: { id?: number; name?: string; claim_token?: number }[][] = JSON.parse(await dump());
  const key = (row: object) => JSON.stringify(row);
  return tables.flatMap((table, place) =>
    // All but the events, which only grow, and the token that must never go back.
    place === 9
      ? []
      : [table.map(({ claim_token: _, ...row }) => row).sort((a, b) => (key(a) < key(b) ? -1 : 1))],
  );
};

it(`whatever one session did is as it was after undoing it (seed ${seed})`, {
  timeout: 60_000 + numRuns * 5_000,
}, async () => {
  const anyCall = fc.oneof(
    ...Object.entries(randomCalls).flatMap(([tool, arbitrary]) =>
      tool in readRules || peoplesOwn.includes(tool) ? [] : [arbitrary],
    ),
  );
  await fc.assert(
    fc.asyncProperty(fc.array(anyCall, { minLength: 30, maxLength: 50 }), async (calls) => {
      const project = await projectFixture(projectTools);
      const world = emptyWorld();
      await project.addFeatures('alpha', 'bravo');
      await project.addDisciplines('ops', 'design');
      for (const [place, status] of (
        ['done', 'in_progress', 'pending', 'draft'] as const
      ).entries()) {
        const task = { feature: 'alpha', discipline: 'ops', title: `Begun ${place}`, status };
        addTask(world, { ...task, depends: place > 0 ? [place] : [], criteria: [] });
        await project.addTask(task, place > 0 ? [place] : []);
        await project.answer('add_task_comment', { task_id: place + 1, body: 'Here before' });
      }
      const fact = { feature_name: 'alpha', text: 'Red apples grow' };
      await project.answer('append_feature_learning', fact);
      const before = await rows(project);
      project.clock.advance(1_000);

      const log: string[] = [];
      const agent = session({ id: 'ses_undone', recipe: 'opus_review' });
      for (const call of calls) {
        const input = call.input(world);
        const outcome = await project.call(call.tool, input, agent);
        if (outcome.ok) log.push(`${call.tool} ${JSON.stringify(input).slice(0, 200)}`);
      }
      const { skipped } = await undoSession(project, 'ses_undone');
      expect(skipped, log.join('\n')).toEqual([]);
      expect(await rows(project), log.join('\n')).toEqual(before);
    }),
    { seed, numRuns },
  );
});
