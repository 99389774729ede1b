import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { scratchFolder } from '../../../test/support/scratch-folder.ts';
import { reference } from '../../base/env-reference.ts';
import {
  childrenOf,
  isAlive,
  plainCall,
  rawServer,
  testPool,
  textOf,
} from '../testing/raw-servers.ts';

describe('a server pool', () => {
  it('starts a server at its first call, keeps it, and stops it when it is idle', async () => {
    const pool = testPool([rawServer('a'), rawServer('b')], { idleStopMs: 200 });
    expect(pool.health().map(({ state }) => state)).toEqual(['stopped', 'stopped']);
    const first = textOf(await pool.call('a', 'pid', {}, plainCall));
    expect(textOf(await pool.call('a', 'pid', {}, plainCall))).toBe(first);
    expect(pool.health()).toMatchObject([
      { server: 'a', state: 'ready', pid: Number(first), protocol_version: '2025-11-25', calls: 2 },
      { server: 'b', state: 'stopped', pid: null, calls: 0 },
    ]);
    await expect.poll(() => pool.health()[0]?.state).toBe('stopped');
    await expect.poll(() => isAlive(Number(first))).toBe(false);
  });

  it('lists every page as it was sent and puts broken definitions aside', async () => {
    const pool = testPool([rawServer('a')]);
    const { tools, rejected, serverInfo } = await pool.listTools('a', plainCall);
    expect(tools.length).toBeGreaterThan(10);
    expect(tools.find(({ name }) => name === 'echo')).toMatchObject({
      inputSchema: { required: ['text'] },
    });
    expect(rejected).toEqual([{ name: null, reason: expect.stringContaining('name') }]);
    expect(serverInfo).toEqual({ name: 'raw', version: '1' });
  });

  it('passes results through untouched', async () => {
    const pool = testPool([rawServer('a')]);
    expect(await pool.call('a', 'structured', {}, plainCall)).toEqual({
      content: [
        { type: 'text', text: '{"n":1}' },
        { type: 'resource_link', uri: 'memo://1', name: 'memo', unknown_field: 7 },
        { type: 'future_block', payload: [1, 2] },
      ],
      structuredContent: { n: 1, deep: { list: [null, 'x'] } },
      _meta: {
        'example.com/trace': 'abc',
        'io.modelcontextprotocol/serverInfo': { name: 'raw', version: '1' },
      },
    });
    expect(await pool.call('a', 'fails', {}, plainCall)).toMatchObject({ isError: true });
  });

  it('starts servers in the root with only the environment they were given', async () => {
    const root = scratchFolder();
    const env = { ...process.env, SECRET: 's3', OTHER_KEY: 'k' };
    const pool = testPool([rawServer('a', { env: { TOKEN: reference('SECRET') } })], { root, env });
    expect(textOf(await pool.call('a', 'cwd', {}, plainCall))).toBe(root);
    expect(textOf(await pool.call('a', 'env', { name: 'TOKEN' }, plainCall))).toBe('s3');
    expect(textOf(await pool.call('a', 'env', { name: 'OTHER_KEY' }, plainCall))).toBe('unset');
  });

  it('looks up references in the program, its folder and its env file too', async () => {
    const folder = scratchFolder();
    writeFileSync(path.join(folder, 'keys.env'), 'FROM_FILE=yes');
    const spec = rawServer('raw', {
      command: `\${env:PROGRAM}`,
      cwd: `\${env:PLACE}`,
      envFile: `\${env:PLACE}/keys.env`,
    });
    const env = { ...process.env, PROGRAM: process.execPath, PLACE: folder };
    const pool = testPool([spec], { env });
    expect(textOf(await pool.call('raw', 'cwd', {}, plainCall))).toBe(folder);
    expect(textOf(await pool.call('raw', 'env', { name: 'FROM_FILE' }, plainCall))).toBe('yes');
    const unset = testPool([spec], { env: { ...process.env, PLACE: folder } });
    await expect(unset.call('raw', 'cwd', {}, plainCall)).rejects.toThrow('needs PROGRAM');
  });

  it('runs no more servers than allowed: the longest idle one makes room', async () => {
    const names = ['a', 'b', 'c'];
    const pool = testPool(
      names.map((name) => rawServer(name)),
      { maxConnections: 2 },
    );
    for (const name of names) await pool.call(name, 'pid', {}, plainCall);
    const states = () => pool.health().map(({ state }) => state);
    expect(states()).toEqual(['stopped', 'ready', 'ready']);
    const many = names.flatMap((name) =>
      [1, 2, 3].map(() => pool.call(name, 'pid', {}, plainCall)),
    );
    expect((await Promise.all(many)).map(textOf).every((pid) => Number(pid) > 0)).toBe(true);
    expect(states().filter((state) => state === 'ready').length).toBeLessThanOrEqual(2);
  });

  it('takes over changed settings and leaves the others running', async () => {
    const pool = testPool([rawServer('a'), rawServer('b')]);
    const a = textOf(await pool.call('a', 'pid', {}, plainCall));
    const b = textOf(await pool.call('b', 'pid', {}, plainCall));
    await pool.replace([rawServer('a'), rawServer('b', { env: { X: '1' } }), rawServer('c')]);
    expect(isAlive(Number(b))).toBe(false);
    expect(textOf(await pool.call('a', 'pid', {}, plainCall))).toBe(a);
    expect(textOf(await pool.call('b', 'env', { name: 'X' }, plainCall))).toBe('1');
    await pool.replace([rawServer('c', { enabled: false })]);
    expect(isAlive(Number(a))).toBe(false);
    await expect(pool.call('a', 'pid', {}, plainCall)).rejects.toMatchObject({ code: 'not_found' });
    await expect(pool.call('c', 'pid', {}, plainCall)).rejects.toMatchObject({
      code: 'unavailable',
    });
  });

  it('takes over changed limits: who waited has a place, and what is too many is stopped', async () => {
    const specs = ['a', 'b', 'c'].map((name) => rawServer(name));
    const pool = testPool(specs, { maxConnections: 1 });
    const ready = () => pool.health().filter(({ state }) => state === 'ready').length;
    const slow = pool.call('a', 'progress', { pause: 600 }, plainCall);
    await expect.poll(ready).toBe(1);
    const waiting = pool.call('b', 'pid', {}, plainCall);
    await pool.replace(specs, { maxConnections: 3, idleStopMs: 60_000 });
    await waiting;
    expect(ready()).toBe(2);
    await pool.call('c', 'pid', {}, plainCall);
    await pool.replace(specs, { maxConnections: 1, idleStopMs: 300 });
    expect(ready()).toBe(1);
    await slow;
    await expect.poll(ready).toBe(0);
  });

  it('stops those that are idle already by a changed limit too', async () => {
    const pool = testPool([rawServer('a')]);
    await pool.call('a', 'pid', {}, plainCall);
    await pool.replace(pool.servers(), { maxConnections: 1, idleStopMs: 50 });
    await expect.poll(() => pool.health()[0]?.state).toBe('stopped');
  });

  it('answers a call that comes while the start of another is given up', async () => {
    const pool = testPool([rawServer('a'), rawServer('b')], { maxConnections: 1 });
    const cancelled = new AbortController();
    const first = pool.call('a', 'pid', {}, { ...plainCall, signal: cancelled.signal });
    const other = pool.call('b', 'pid', {}, plainCall);
    await expect.poll(() => pool.health()[0]?.state).toBe('starting');
    cancelled.abort();
    await expect(first).rejects.toMatchObject({ code: 'unavailable' });
    expect(textOf(await pool.call('a', 'pid', {}, plainCall))).toMatch(/^\d+$/);
    expect(textOf(await other)).toMatch(/^\d+$/);
  });

  it('says so when a call is given up before its server has a place', async () => {
    const pool = testPool([rawServer('a'), rawServer('b')], { maxConnections: 1 });
    const running = pool.call('a', 'progress', { pause: 500 }, plainCall);
    const waiting = pool.call('b', 'pid', {}, plainCall);
    await pool.replace([rawServer('a'), rawServer('b', { env: { X: '1' } })]);
    await expect(waiting).rejects.toMatchObject({ code: 'unavailable' });
    await running;
  });

  it('tells of tools that changed', async () => {
    const pool = testPool([rawServer('a')]);
    const changed: string[] = [];
    const stopListening = pool.onListChanged((server) => changed.push(server));
    await pool.call('a', 'change', {}, plainCall);
    await expect.poll(() => changed).toEqual(['a']);
    stopListening();
  });

  it('leaves nothing behind when it is closed, whatever a server started or ignores', async () => {
    const specs = [rawServer('a', { flags: ['--grandchild', '--ignore-signals'] })];
    const pool = testPool(specs);
    const pid = Number(textOf(await pool.call('a', 'pid', {}, plainCall)));
    const before = childrenOf(pid);
    expect(before).toHaveLength(1);
    await pool.close();
    // Ended processes are listed until whoever started them has looked.
    await expect.poll(() => [pid, ...before].filter(isAlive)).toEqual([]);
    await expect(pool.call('a', 'pid', {}, plainCall)).rejects.toMatchObject({
      code: 'unavailable',
    });
  });
});
