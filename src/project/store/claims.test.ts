import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { projectFixture } from '../testing/project-fixture.ts';

const hour = 3_600_000;
const open = () => projectFixture([]);

describe('the next task', () => {
  it('is ready, of the highest priority, then in the order of the plan, then the oldest', async () => {
    const project = await open();
    const add = async (task: object, dependsOn: number[] = []) =>
      (await project.addTask(task, dependsOn)).id;
    const unplanned = await add({});
    const second = await add({ position: 2 });
    const first = await add({ position: 1 });
    const urgent = await add({ priority: 'high', feature: 'reports', discipline: 'frontend' });
    const waiting = await add({ priority: 'critical' }, [unplanned]);
    await add({ status: 'draft', priority: 'critical' });
    const order: (number | undefined)[] = [];
    for (let n = 0; n < 6; n++) {
      const id = await project.store(({ claims }) => claims.next());
      order.push(id);
      if (id === undefined) break;
      await project.store(({ tasks }) => tasks.change(id, { status: 'done' }));
    }
    expect(order).toEqual([urgent, first, second, unplanned, waiting, undefined]);
  });

  it('is looked for in one feature or discipline when asked', async () => {
    const project = await open();
    await project.addTask({ priority: 'critical' });
    const { id } = await project.addTask({ feature: 'reports', discipline: 'frontend' });
    const next = (filter: object) => project.store(({ claims }) => claims.next(filter));
    expect(await next({ feature: 'reports' })).toBe(id);
    expect(await next({ discipline: 'frontend' })).toBe(id);
    expect(await next({ feature: 'reports', discipline: 'backend' })).toBeUndefined();
  });

  it('may be one whose holder died, where its place in the order is', async () => {
    const project = await open();
    const soon = new Date(project.clock.now().getTime() + hour).toISOString();
    const held = await project.addTask();
    const lower = await project.addTask({ priority: 'low' });
    const higher = await project.addTask({ priority: 'high' });
    await project.store(({ claims }) => claims.claim(held.id, 'a', soon));
    const next = () => project.store(({ claims }) => claims.next());
    await project.store(({ tasks }) => tasks.change(higher.id, { status: 'done' }));
    expect(await next()).toBe(lower.id);
    project.clock.advance(2 * hour);
    expect(await next()).toBe(held.id);
    await project.store(({ tasks }) => tasks.change(higher.id, { status: 'pending' }));
    expect(await next()).toBe(higher.id);
  });

  it('comes from the index and not from sorting every task', async () => {
    const { database } = await open();
    const { rows } = await sql<{ detail: string }>`
      EXPLAIN QUERY PLAN SELECT id FROM tasks WHERE status = 'pending'
      ORDER BY priority DESC, position IS NULL, position, id LIMIT 1`.execute(database.kysely);
    expect(rows.map(({ detail }) => detail).join()).toMatch(/^SEARCH .*tasks_by_readiness[^,]*$/);
  });
});

describe('a claim', () => {
  it('is held by one, renewed and given back only with its own token', async () => {
    const project = await open();
    const at = (ms: number) => new Date(project.clock.now().getTime() + ms).toISOString();
    const { id } = await project.addTask();
    const first = await project.store(({ claims }) => claims.claimNext('a', at(hour)));
    expect(first).toMatchObject({ token: 1, task: { id, status: 'in_progress', claimed_by: 'a' } });
    expect(await project.store(({ claims }) => claims.claimNext('b', at(hour)))).toBeUndefined();
    await expect(project.store(({ claims }) => claims.claim(id, 'b', at(hour)))).rejects.toThrow(
      `Task #${id} is held by a until`,
    );
    project.clock.advance(2 * hour);
    const second = await project.store(({ claims }) => claims.claim(id, 'b', at(hour)));
    expect(second.token).toBe(2);
    for (const [token, expected] of [
      [1, false],
      [2, true],
    ] as const) {
      expect(await project.store(({ claims }) => claims.renew(id, token, at(hour)))).toBe(expected);
      expect(await project.store(({ claims }) => claims.release(id, token))).toBe(expected);
    }
    expect(await project.store(({ tasks }) => tasks.get(id))).toMatchObject({
      status: 'pending',
      claimed_by: null,
    });
    expect(await project.store(({ claims }) => claims.release(id, 2))).toBe(false);
  });

  it('is refused for what cannot be worked on, with what to do', async () => {
    const project = await open();
    const claim = (id: number) => project.store(({ claims }) => claims.claim(id, 'a', 'z'));
    const draft = await project.addTask({ status: 'draft' });
    const waiting = await project.addTask({}, [draft.id]);
    const done = await project.addTask({ status: 'done' });
    await expect(claim(draft.id)).rejects.toThrow('is draft and cannot be worked on');
    await expect(claim(waiting.id)).rejects.toThrow(`waits for #${draft.id}`);
    await expect(claim(done.id)).rejects.toThrow('is done and cannot be worked on');
    await expect(claim(99)).rejects.toThrow('There is no task #99');
  });
});
