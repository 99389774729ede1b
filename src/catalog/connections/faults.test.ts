import { describe, expect, it } from 'vitest';
import { reference } from '../../base/env-reference.ts';
import { isAlive, plainCall, rawServer, testPool, textOf } from '../testing/raw-servers.ts';
import { defaultBreaker } from './circuit-breaker.ts';

const calm = { failures: 1_000, firstPauseMs: 1, longestPauseMs: 1, signOfLifeMs: 200 };

describe('a server that misbehaves costs only its own call', () => {
  it('when it hangs: the call ends in time and the server is told', async () => {
    const pool = testPool([rawServer('a')]);
    const pid = textOf(await pool.call('a', 'pid', {}, plainCall));
    await expect(
      pool.call('a', 'hang', {}, { ...plainCall, timeoutMs: 100 }),
    ).rejects.toMatchObject({
      code: 'execution_failed',
      message: 'a/hang did not answer within 0.1 s.',
    });
    expect(textOf(await pool.call('a', 'pid', {}, plainCall))).toBe(pid);
    await expect.poll(() => pool.health()[0]?.stderr_tail.join()).toContain('cancelled');
  });

  it('when it is frozen: it is ended and the next call gets a new one', async () => {
    const pool = testPool([rawServer('a')], { breaker: calm });
    const pid = Number(textOf(await pool.call('a', 'pid', {}, plainCall)));
    await expect(
      pool.call('a', 'freeze', {}, { ...plainCall, timeoutMs: 100 }),
    ).rejects.toMatchObject({ code: 'execution_failed' });
    await expect.poll(() => isAlive(pid), { timeout: 8_000 }).toBe(false);
    expect(Number(textOf(await pool.call('a', 'pid', {}, plainCall)))).not.toBe(pid);
  });

  it('when it crashes in the middle of a call', async () => {
    const pool = testPool([rawServer('a'), rawServer('b')]);
    const other = pool.call('b', 'echo', { text: 'fine' }, plainCall);
    await expect(pool.call('a', 'crash', {}, plainCall)).rejects.toMatchObject({
      code: 'execution_failed',
      message: 'a/crash failed: its server ended with exit code 7',
    });
    expect(textOf(await other)).toBe('fine');
    expect(textOf(await pool.call('a', 'echo', { text: 'again' }, plainCall))).toBe('again');
  });

  it('when it floods stderr or prints garbage on stdout', async () => {
    const pool = testPool([rawServer('a', { flags: ['--greet-on-stdout'] })]);
    expect(textOf(await pool.call('a', 'flood', {}, plainCall))).toBe('flooded');
    expect(textOf(await pool.call('a', 'garbage', {}, plainCall))).toBe('after garbage');
    expect(pool.health()[0]?.stderr_tail.join('').length).toBeLessThan(10_000);
  });

  it('when it sends 50 MB: other calls of the same server go on', async () => {
    const pool = testPool([rawServer('a')]);
    const pid = textOf(await pool.call('a', 'pid', {}, plainCall));
    const [big, beside] = await Promise.allSettled([
      pool.call('a', 'big', {}, plainCall),
      pool.call('a', 'echo', { text: 'beside' }, plainCall),
    ]);
    expect(big).toMatchObject({ reason: { code: 'budget_exceeded' } });
    expect(beside).toMatchObject({ status: 'fulfilled' });
    expect(textOf(await pool.call('a', 'pid', {}, plainCall))).toBe(pid);
    expect(textOf(await pool.call('a', 'big', { megabytes: 2 }, plainCall))).toHaveLength(2 ** 21);
  });

  it('when a huge message does not say whose it is: the server is started anew', async () => {
    const pool = testPool([rawServer('a')], { breaker: calm });
    const pid = textOf(await pool.call('a', 'pid', {}, plainCall));
    await expect(pool.call('a', 'unreadable', {}, plainCall)).rejects.toMatchObject({
      code: 'execution_failed',
    });
    expect(textOf(await pool.call('a', 'pid', {}, plainCall))).not.toBe(pid);
  });

  it.each([
    ['an error that is null', ',"error":null', 'no reason given'],
    ['an error that is a text', ',"error":"boom"', 'boom'],
    ['an error without words', ',"error":{"code":"x","message":7}', 'no reason given'],
    ['no result at all', '', 'no result'],
    ['a result that is null', ',"result":null', 'no result'],
    ['a result that is a text', ',"result":"x"', 'no result'],
  ])('when it answers with %s', async (_, rest, reason) => {
    const pool = testPool([rawServer('raw')]);
    await expect(pool.call('raw', 'malformed', { rest }, plainCall)).rejects.toMatchObject({
      code: 'execution_failed',
      message: expect.stringContaining(reason),
    });
    expect(textOf(await pool.call('raw', 'echo', { text: 'still there' }, plainCall))).toBe(
      'still there',
    );
  });

  it('when it refuses: the refusal is passed on', async () => {
    const pool = testPool([rawServer('a')]);
    await expect(pool.call('a', 'refuses', {}, plainCall)).rejects.toMatchObject({
      code: 'execution_failed',
      message: expect.stringContaining('bad argument'),
    });
    expect(pool.health()).toMatchObject([{ state: 'ready', failures: 0 }]);
  });
});

describe('a server that does not start', () => {
  it('says why, without secrets, and is left alone after failing too often', async () => {
    const breaker = { ...defaultBreaker, failures: 1, firstPauseMs: 60_000 };
    const pool = testPool([rawServer('a', { flags: ['--die-at-start'] })], { breaker });
    const call = () => pool.call('a', 'pid', {}, plainCall).catch((error: unknown) => error);
    const first = await call();
    expect(first).toMatchObject({
      code: 'unavailable',
      message: expect.stringContaining('its program ended with exit code 3. It said: cannot read'),
    });
    expect(String(first)).not.toContain('ghp_0123');
    expect(await call()).toMatchObject({
      code: 'unavailable',
      message: expect.stringContaining('is left alone for 60 s'),
    });
    expect(pool.health()).toMatchObject([{ state: 'failing', failures: 1 }]);
  });

  it.each([
    ['a missing program', { command: 'no-such-program' }, 'there is no program "no-such-program"'],
    ['a missing folder', { cwd: 'no-such-folder' }, 'there is no folder "no-such-folder"'],
    ['a missing variable', { env: { A: reference('NOT_SET_HERE') } }, 'needs NOT_SET_HERE'],
    ['a missing env file', { envFile: 'no.env' }, 'env_file of the server "a" does not exist'],
    [
      'silence',
      { args: ['-e', 'setInterval(() => {}, 999)'], startTimeoutMs: 300 },
      'longer than 0.3 s',
    ],
  ])('names %s', async (_, extra, message) => {
    const pool = testPool([rawServer('a', extra)]);
    await expect(pool.call('a', 'pid', {}, plainCall)).rejects.toMatchObject({
      code: 'unavailable',
      message: expect.stringContaining(message),
    });
    expect(pool.health()).toMatchObject([{ state: 'failing', pid: null }]);
  });

  it('says nothing that a terminal would obey', async () => {
    const script = (write: string) => ['-e', `${write}; process.exit(3)`];
    const red = "process.stderr.write('\\u001b[31mred\\u001b]0;title\\u0007 and more\\n')";
    const pool = testPool([rawServer('a', { args: script(red) })]);
    const failure = await pool.call('a', 'x', {}, plainCall).catch((thrown: Error) => thrown);
    expect(failure).toMatchObject({ message: expect.stringMatching(/It said: red.* and more/) });
    expect(JSON.stringify([String(failure), pool.health()])).not.toMatch(/\\u001b|\\u0007/);
  });

  it('is greeted the older way when it dies of the question which era it speaks', async () => {
    const pool = testPool([rawServer('a', { flags: ['--die-at-unknown'] })]);
    expect(textOf(await pool.call('a', 'echo', { text: 'hi' }, plainCall))).toBe('hi');
    expect(pool.health()).toMatchObject([{ failures: 0 }]);
  });
});

describe('a call', () => {
  it('is cancelled by its caller, at the server too', async () => {
    const pool = testPool([rawServer('a')]);
    await pool.call('a', 'pid', {}, plainCall);
    const controller = new AbortController();
    const call = pool.call('a', 'hang', {}, { ...plainCall, signal: controller.signal });
    setTimeout(() => controller.abort(), 50);
    await expect(call).rejects.toMatchObject({ message: 'a/hang was cancelled.' });
    await expect.poll(() => pool.health()[0]?.stderr_tail.join()).toContain('cancelled');
    expect(pool.health()).toMatchObject([{ failures: 0, state: 'ready' }]);
  });

  it('reports progress', async () => {
    const pool = testPool([rawServer('a')]);
    const seen: unknown[] = [];
    await pool.call(
      'a',
      'progress',
      {},
      { ...plainCall, onProgress: (update) => seen.push(update) },
    );
    expect(seen).toEqual([1, 2, 3].map((progress) => ({ progress, total: 3 })));
  });

  it('passes questions to its caller, and to nobody when it is unclear whose they are', async () => {
    const pool = testPool([rawServer('a')]);
    const elicit = async ({ message }: { message: string }) => ({
      action: 'accept' as const,
      content: { colour: `red (${message})` },
    });
    const answered = await pool.call('a', 'ask', {}, { ...plainCall, elicit, timeoutMs: 5_000 });
    expect(JSON.parse(textOf(answered))).toEqual({
      action: 'accept',
      content: { colour: 'red (Which colour?)' },
    });
    expect(textOf(await pool.call('a', 'ask', {}, plainCall))).toBe('{"action":"cancel"}');
    const controller = new AbortController();
    const other = pool.call(
      'a',
      'hang',
      {},
      { signal: controller.signal, caller: 'other', elicit },
    );
    other.catch(() => undefined);
    expect(textOf(await pool.call('a', 'ask', {}, { ...plainCall, elicit }))).toBe(
      '{"action":"cancel"}',
    );
    controller.abort();
  });

  it('does not run out of time while a person thinks', async () => {
    const pool = testPool([rawServer('a')]);
    await pool.call('a', 'pid', {}, plainCall);
    const elicit = async () => {
      await new Promise((wake) => setTimeout(wake, 600));
      return { action: 'decline' as const };
    };
    const answer = await pool.call('a', 'ask', {}, { ...plainCall, elicit, timeoutMs: 400 });
    expect(textOf(answer)).toBe('{"action":"decline"}');
  });
});
