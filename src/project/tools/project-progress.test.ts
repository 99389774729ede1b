import path from 'node:path';
import { expect, it } from 'vitest';
import { countTokens } from '../../base/tokens.ts';
import { projectFixture } from '../testing/project-fixture.ts';
import { projectTools } from '../tools.ts';

const open = () => projectFixture(projectTools);

it('get_project_info falls back to the name of the folder', async () => {
  const project = await open();
  expect(await project.answer('get_project_info')).toEqual({
    title: path.basename(project.root),
    description: '',
    created_at: null,
  });
  await project.addTask();
  project.clock.advance(1_000);
  await project.addTask({ title: 'Another' });
  expect(await project.answer('get_project_info')).toMatchObject({
    created_at: '2026-01-01T00:00:00.000Z',
  });
  await project.store(({ metadata }) => metadata.set({ title: 'Shop', description: 'Sells' }));
  expect(await project.answer('get_project_info')).toEqual({
    title: 'Shop',
    description: 'Sells',
    created_at: '2026-01-01T00:00:01.000Z',
  });
});

it('get_project_progress counts by status and by feature', async () => {
  const project = await open();
  await project.addTask({ status: 'done' });
  await project.addTask({ status: 'blocked' });
  await project.addTask({ feature: 'billing' });
  expect(await project.answer('get_project_progress')).toEqual({
    total: 3,
    done: 1,
    by_status: {
      draft: 0,
      pending: 1,
      in_progress: 0,
      done: 1,
      blocked: 1,
      skipped: 0,
      needs_input: 0,
      failed: 0,
    },
    by_feature: [
      { feature: 'auth', total: 2, done: 1 },
      { feature: 'billing', total: 1, done: 0 },
    ],
  });
});

it('get_project_progress of very many features comes in parts', async () => {
  const project = await open();
  await project.addDisciplines('backend');
  const names = Array.from({ length: 260 }, (_, i) => `feature-${i + 1_000}-${'x'.repeat(40)}`);
  await project.addFeatures(...names);
  await project.store(async ({ tasks }) => {
    for (const feature of names) {
      const base = { discipline: 'backend', status: 'pending', provenance: 'human' } as const;
      await tasks.add({ ...base, feature, title: 'T' });
    }
  });
  const first = await project.call('get_project_progress');
  expect(first.ok && Buffer.byteLength(first.text)).toBeLessThanOrEqual(8_192);
  const cursor = first.ok ? first.structured?.next_cursor : undefined;
  expect(cursor).toEqual(expect.any(String));
  const second = await project.answer('get_project_progress', { cursor });
  const rows = [first.ok && first.structured?.by_feature, second.by_feature].flat();
  expect(JSON.stringify(rows.slice(-1))).toContain(names.at(-1));
  expect(rows).toHaveLength(260);
  expect(second.total).toBe(260);
});

it('the forty tools cost little to list', async () => {
  const { registry } = await open();
  const tools = registry.list();
  expect(tools).toHaveLength(40);
  let input = 0;
  let output = 0;
  for (const { name, description, inputSchema, outputSchema } of tools) {
    expect(description.length).toBeLessThan(400);
    input += await countTokens(JSON.stringify({ name, description, inputSchema }));
    output += await countTokens(JSON.stringify(outputSchema));
  }
  expect(input).toBeLessThan(10_000);
  expect(input + output).toBeLessThan(20_000);
});
