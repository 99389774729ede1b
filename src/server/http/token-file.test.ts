import { chmodSync, mkdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { scratchFolder } from '../../../test/support/scratch-folder.ts';
import { httpToken, tokenFile } from './token-file.ts';

describe('httpToken', () => {
  it('makes a token that only this user can read, once, and keeps it out of git', async () => {
    const root = scratchFolder();
    const made = await httpToken({ root, env: {} });
    expect(made.file).toBe(path.join(root, tokenFile));
    expect(made.token).toMatch(/^[\w-]{43}$/);
    expect(readFileSync(path.join(root, tokenFile), 'utf8')).toBe(`${made.token}\n`);
    expect(statSync(path.join(root, tokenFile)).mode & 0o777).toBe(0o600);
    expect(readFileSync(path.join(root, '.ralph/mcp/.gitignore'), 'utf8')).toBe('token\n');
    expect(await httpToken({ root, env: {} })).toEqual(made);
  });

  it('prefers the environment, and writes nothing then', async () => {
    const root = scratchFolder();
    const env = { RALPH_MCP_TOKEN: '  0123456789abcdef  ' };
    expect(await httpToken({ root, env })).toEqual({ token: '0123456789abcdef', file: undefined });
    expect(() => statSync(path.join(root, '.ralph'))).toThrow();
  });

  it.each(['short', 'has spaces in its middle'])(
    'does not take RALPH_MCP_TOKEN=%j',
    async (given) => {
      const asked = httpToken({ root: scratchFolder(), env: { RALPH_MCP_TOKEN: given } });
      await expect(asked).rejects.toMatchObject({
        message: 'RALPH_MCP_TOKEN must be at least 16 printable characters without spaces.',
        hint: 'Set it to the output of `openssl rand -hex 32`, or unset it to have one made.',
      });
    },
  );

  it.each([
    ['that others may read, as one from a checkout is', (file: string) => chmodSync(file, 0o644)],
    ['that is not of our making', (file: string) => writeFileSync(file, 'password\n')],
  ])('replaces a token %s', async (_, change) => {
    const root = scratchFolder();
    const first = await httpToken({ root, env: {} });
    change(path.join(root, tokenFile));
    const second = await httpToken({ root, env: {} });
    expect(second.token).not.toBe(first.token);
    expect(statSync(path.join(root, tokenFile)).mode & 0o777).toBe(0o600);
  });

  it('does not follow a link out of the root', async () => {
    const root = scratchFolder();
    mkdirSync(path.join(root, '.ralph'));
    symlinkSync(scratchFolder(), path.join(root, '.ralph/mcp'));
    await expect(httpToken({ root, env: {} })).rejects.toThrow(/symbolic link/);
  });
});
