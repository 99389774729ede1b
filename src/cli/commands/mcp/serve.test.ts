import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { scratchFolder } from '../../../../test/support/scratch-folder.ts';
import { createLogger } from '../../../base/logger.ts';
import type { Invocation } from '../../command.ts';
import { command } from './serve.ts';

/** Runs the command to its refusal; nothing here gets as far as serving. */
function run(options: Invocation['options'], env: Invocation['env'] = {}) {
  const root = scratchFolder();
  return command.run({
    args: {},
    options,
    json: false,
    root,
    env: { HOME: root, ...env },
    cwd: root,
    logger: createLogger({ write: () => {} }),
    output: { isTerminal: false, line() {}, json() {}, error() {} },
    signal: new AbortController().signal,
  });
}

describe('ralph mcp refuses, and says what to do', () => {
  it.each([
    [
      'a root that is not there',
      { root: ['/no/such/folder'] },
      '--root: no such folder: /no/such/folder',
      'Name a folder that exists, as an absolute path: editors start servers from anywhere.',
    ],
    [
      'a root without a name',
      { root: [''] },
      '--root: names no folder.',
      'Name a folder that exists, as an absolute path: editors start servers from anywhere.',
    ],
    [
      'an unknown toolset',
      { toolsets: 'loop,projekt' },
      '--toolsets: there is no toolset "projekt". Did you mean "project"?',
      'Give one or more of loop, project, context, catalog, separated by commas.',
    ],
    [
      'no toolset at all',
      { toolsets: '' },
      '--toolsets: there is no toolset "".',
      'Give one or more of loop, project, context, catalog, separated by commas.',
    ],
    [
      'a port that is no number',
      { port: '80a' },
      '--port: "80a" is not a port.',
      'Give a number from 1024 to 65535, or 0 for any free port.',
    ],
    [
      'a port that is too high',
      { port: '70000' },
      '--port: "70000" is not a port.',
      'Give a number from 1024 to 65535, or 0 for any free port.',
    ],
    [
      'to be open to the network',
      { transport: 'http', host: '0.0.0.0', 'no-auth': true },
      '--no-auth would open this repository to everybody who reaches 0.0.0.0.',
      'Leave --no-auth out and give clients the token, or listen on this machine only: --host 127.0.0.1.',
    ],
    [
      'an address of another machine',
      { transport: 'http', host: '203.0.113.7', port: '0' },
      '"203.0.113.7" is not an address of this machine.',
      'Use --host 127.0.0.1 (this machine only), or an address that this machine has.',
    ],
  ])('%s', async (_, options, message, hint) => {
    await expect(run(options)).rejects.toMatchObject({ message, hint });
  });

  it('a root that is a file', async () => {
    const file = path.join(scratchFolder(), 'file');
    writeFileSync(file, '');
    await expect(run({ root: [file] })).rejects.toMatchObject({
      message: `--root: not a folder: ${file}`,
      exitCode: 2,
    });
  });

  it('a log folder that cannot be', async () => {
    const file = path.join(scratchFolder(), 'file');
    writeFileSync(file, '');
    await expect(run({ 'log-dir': path.join(file, 'logs') })).rejects.toMatchObject({
      message: expect.stringContaining(`--log-dir: ${file}/logs cannot be used`),
      hint: 'Name a folder that exists, or one that can be made.',
      exitCode: 2,
    });
  });

  it('a session that nobody planned', async () => {
    await expect(run({ session: 'ses_1' })).rejects.toMatchObject({
      message: expect.stringContaining('ses_1'),
      hint: expect.stringContaining('ralph session plan'),
      exitCode: 2,
    });
  });

  it('a token that is too weak', async () => {
    const started = run({ transport: 'http', port: '0' }, { RALPH_MCP_TOKEN: 'secret' });
    await expect(started).rejects.toMatchObject({
      message: 'RALPH_MCP_TOKEN must be at least 16 printable characters without spaces.',
    });
  });

  it('and leaves standard output as it found it', async () => {
    const before = process.stdout.write;
    await expect(run({ session: 'ses_1' })).rejects.toThrow();
    expect(process.stdout.write).toBe(before);
  });
});
