import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { tokenOf } from './support/http-fixture.ts';
import { connectClient } from './support/mcp-connections.ts';
import { scratchFolder } from './support/scratch-folder.ts';
import { secured } from './support/secured-server.ts';

describe('what leaves the server', () => {
  it('has no trace of a bug: not to the client, and without secrets in the log', async () => {
    const { port, server } = await secured();
    const { client } = await connectClient(
      { kind: 'http', port, token: tokenOf('test') },
      'legacy',
    );
    const secret = `${'Qm7'.repeat(8)}zZ9`;
    const answer = await client.callTool({ name: 'break_down', arguments: { secret } });
    await client.close();
    expect(JSON.stringify(answer)).not.toMatch(/cannot connect|\.ts:|\/src\//);
    expect(answer.structuredContent).toMatchObject({ code: 'execution_failed' });
    expect(server.logged()).toContain('cannot connect');
    expect(server.logged()).not.toContain(secret);
    expect(server.logged()).not.toContain(tokenOf('test'));
  });

  it.each([
    'ralph://../../etc/passwd',
    'ralph://prompt/../../../etc/passwd',
    'ralph://prompt%2f..%2f..%2fetc%2fpasswd',
    'ralph:///etc/passwd',
    'ralph://prompt?file=/etc/passwd',
    'ralph://prompt#x',
    'ralph://PROMPT',
    'file:///etc/passwd',
    'ralph://prompt\0',
    '/etc/passwd',
    '..',
    'x'.repeat(3_000),
  ])('is nothing outside the root, by resource %s', async (uri) => {
    const { port, root } = await secured();
    mkdirSync(path.join(root, 'scripts/ralph'), { recursive: true });
    writeFileSync(path.join(root, 'scripts/ralph/prompt.md'), 'inside');
    const { client } = await connectClient(
      { kind: 'http', port, token: tokenOf('test') },
      'modern',
    );
    onTestFinished(() => client.close());
    await expect(client.readResource({ uri })).rejects.toMatchObject({ code: -32602 });
  });

  it('is nothing outside the root, by links and by tool input', async () => {
    const outside = scratchFolder();
    writeFileSync(path.join(outside, 'secret.md'), 'outside');
    const { port, root } = await secured();
    mkdirSync(path.join(root, 'scripts/ralph'), { recursive: true });
    symlinkSync(path.join(outside, 'secret.md'), path.join(root, 'scripts/ralph/prompt.md'));
    symlinkSync(outside, path.join(root, 'elsewhere'));
    const { client } = await connectClient(
      { kind: 'http', port, token: tokenOf('test') },
      'modern',
    );
    onTestFinished(() => client.close());
    await expect(client.readResource({ uri: 'ralph://prompt' })).rejects.toThrow(/symbolic link/);
    for (const attempt of [
      '../secret.md',
      'a/../../secret.md',
      path.join(outside, 'secret.md'),
      'elsewhere/secret.md',
      '..\\secret.md',
      'scripts/ralph/prompt.md',
      'x\0/../../secret.md',
    ]) {
      const answer = await client.callTool({ name: 'read_inside', arguments: { path: attempt } });
      expect([attempt, answer.isError, JSON.stringify(answer).includes('"outside"')]).toEqual([
        attempt,
        true,
        false,
      ]);
    }
  });
});
