import { createServer, type Server } from 'node:http';
import { describe, expect, it, onTestFinished } from 'vitest';
import { listen, listenProblem } from './listen.ts';

function server(): Server {
  const made = createServer();
  onTestFinished(() => {
    made.close();
  });
  return made;
}

describe('listen', () => {
  it('answers the port it was given by the system', async () => {
    expect(await listen(server(), '127.0.0.1', 0)).toBeGreaterThan(0);
  });

  it('explains a port that is in use', async () => {
    const port = await listen(server(), '127.0.0.1', 0);
    await expect(listen(server(), '127.0.0.1', port)).rejects.toMatchObject({
      name: 'UserError',
      message: `Port ${port} on 127.0.0.1 is already in use.`,
      hint: expect.stringMatching(
        /^Stop the program that uses it .* choose another with --port \d+\.$/,
      ),
    });
  });

  it.each(['203.0.113.77', 'no-such-host.invalid'])('explains the host %s', async (host) => {
    await expect(listen(server(), host, 0)).rejects.toMatchObject({
      message: `"${host}" is not an address of this machine.`,
      hint: 'Use --host 127.0.0.1 (this machine only), or an address that this machine has.',
    });
  });

  it('explains a port that needs rights, and passes on what it does not know', () => {
    const failure = (code: string) => Object.assign(new Error('listen failed'), { code });
    expect(listenProblem(failure('EACCES'), '127.0.0.1', 80)).toMatchObject({
      message: 'This user may not listen on port 80.',
      hint: 'Ports below 1024 need special rights: choose a higher one with --port 8765.',
    });
    const other = failure('EOTHER');
    expect(listenProblem(other, '127.0.0.1', 80)).toBe(other);
  });
});
