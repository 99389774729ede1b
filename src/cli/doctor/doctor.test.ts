import { chmod, mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { databaseFile, projectMigrations } from '../../app/database.ts';
import { openDatabase } from '../../storage/open-database.ts';
import { styleFor } from '../terminal/style.ts';
import { describeAgents } from './agents.ts';
import type { CheckGroup, CheckResult, DoctorContext } from './check.ts';
import { checkGroups } from './check-groups.ts';
import { config } from './config.ts';
import { database } from './database.ts';
import { describeFileSystem, describeSpace, folders } from './folders.ts';
import { packageFiles } from './package.ts';
import { projectServer } from './project-server.ts';
import { renderDiagnosis } from './render-diagnosis.ts';
import { runChecks } from './run-checks.ts';
import { runtime } from './runtime.ts';
import { doctorContext } from './testing/doctor-context.ts';

let root = '';
beforeEach(async () => {
  root = await mkdtemp(path.join(tmpdir(), 'ralph-doctor-'));
});
afterEach(() => rm(root, { recursive: true, force: true }));

const context = (changes?: Partial<DoctorContext>) => doctorContext(root, changes);

async function check(group: CheckGroup, name: string, changes?: Partial<DoctorContext>) {
  const results = await group.run(context(changes));
  return results.find((result) => result.name === name);
}

describe('runtime', () => {
  it.each([
    ['v20.19.0', 'ok'],
    ['v26.0.0', 'ok'],
    ['v20.18.9', 'fail'],
    ['v18.20.0', 'fail'],
  ])('Node.js %s: %s', async (nodeVersion, status) => {
    expect(await check(runtime, 'node', { nodeVersion })).toMatchObject({ status });
  });

  it('git must be on PATH and answer', async () => {
    expect(await check(runtime, 'git')).toMatchObject({
      status: 'ok',
      message: expect.stringMatching(/^git \d+\.\d+/),
    });
    expect(await check(runtime, 'git', { env: { PATH: root } })).toMatchObject({ status: 'fail' });
    await writeFile(path.join(root, 'git'), '#!/bin/sh\nexit 3\n', { mode: 0o755 });
    expect(await check(runtime, 'git', { env: { PATH: root } })).toMatchObject({
      status: 'fail',
      message: expect.stringContaining('does not answer'),
    });
  });
});

describe('project server', () => {
  const server = (text: string) => ({
    serverStatuses: async () => [],
    projectServer: async () => [{ path: '.ralph/mcp/server.ts', text }],
  });

  it('is made when it is needed, and must then be the one of this Ralph', async () => {
    expect(await check(projectServer, 'project server')).toMatchObject({
      status: 'ok',
      message: 'None yet: it is made when a session is planned',
    });
    await mkdir(path.join(root, '.ralph/mcp'), { recursive: true });
    await writeFile(path.join(root, '.ralph/mcp/server.ts'), '// made\n');
    expect(await check(projectServer, 'project server')).toMatchObject({
      status: 'ok',
      message: '.ralph/mcp/server.ts is up to date',
    });
    expect(await check(projectServer, 'project server', server('// newer\n'))).toEqual({
      name: 'project server',
      status: 'warn',
      message: 'Not made by this Ralph for this folder: .ralph/mcp/server.ts',
      fix: 'Run "ralph mcp build".',
    });
  });
});

describe('package', () => {
  it('is complete when every part that is asked for is there', async () => {
    await mkdir(path.join(root, 'dist/parts'), { recursive: true });
    await writeFile(path.join(root, 'dist/ralph.cjs'), 'require("./parts/a.cjs")');
    await writeFile(path.join(root, 'dist/parts/a.cjs'), "require('../ralph.cjs')");
    expect(await check(packageFiles, 'package')).toMatchObject({ status: 'ok' });

    await writeFile(path.join(root, 'dist/parts/a.cjs'), 'require(`./lost.cjs`)');
    expect(await check(packageFiles, 'package')).toMatchObject({
      status: 'fail',
      message: expect.stringContaining(path.join('parts', 'lost.cjs')),
      fix: expect.stringContaining('npm install -g ralph'),
    });
  });

  it('that cannot be read is a failure with a fix', async () => {
    expect(await check(packageFiles, 'package')).toMatchObject({
      status: 'fail',
      fix: expect.stringContaining('npm install -g ralph'),
    });
  });

  it('brings an SQLite with full-text search', async () => {
    expect(await check(packageFiles, 'sqlite')).toMatchObject({
      status: 'ok',
      message: expect.stringMatching(/^SQLite 3\.\d+.* full-text search/),
    });
  });
});

describe('folders', () => {
  it('need not exist, and are not made', async () => {
    expect(await check(folders, 'project folder')).toMatchObject({
      status: 'ok',
      message: `${path.join(root, '.ralph')} can be created`,
    });
    expect(await readdir(root)).toEqual([]);
  });

  it('a file in the way is a failure', async () => {
    await writeFile(path.join(root, '.ralph'), '');
    expect(await check(folders, 'project folder')).toMatchObject({
      status: 'fail',
      fix: `Move ${path.join(root, '.ralph')} away.`,
    });
  });

  it.each([
    [50 * 1024 ** 3, 'ok'],
    [0.5 * 1024 ** 3, 'warn'],
    [10 * 1024 ** 2, 'fail'],
  ])('%i bytes free: %s', (free, status) => {
    expect(describeSpace(free).status).toBe(status);
  });

  it.each([
    [0xef53, 'ok'],
    [0x6969, 'warn'],
    [0xff534d42, 'warn'],
  ])('file system %i: %s', (type, status) => {
    expect(describeFileSystem(type).status).toBe(status);
  });
});

describe('config', () => {
  it('defaults are fine, and every problem of a file is listed', async () => {
    expect(await config.run(context())).toMatchObject([{ status: 'ok' }]);
    await writeFile(path.join(root, 'ralph.yaml'), 'budget: {}\nbudgets: { iterations: many }\n');
    const results = await config.run(context());
    expect(results).toHaveLength(2);
    for (const { status, message, fix } of results) {
      expect(status).toBe('fail');
      expect(message).toMatch(/^ralph\.yaml:\d+:\d+ budget/);
      expect(fix).toMatch(/./);
    }
  });
});

describe('database', () => {
  it('may be missing, is looked at without change, and damage is a failure with a fix', async () => {
    expect(await database.run(context())).toMatchObject([{ status: 'ok' }]);
    expect(await readdir(root)).toEqual([]);

    const file = databaseFile(root);
    await (await openDatabase({ file, migrations: projectMigrations })).close();
    expect(await database.run(context())).toMatchObject([
      { status: 'ok', message: expect.stringContaining('no damage found') },
    ]);

    await writeFile(file, Buffer.alloc(8192, 7));
    const [result] = await database.run(context());
    expect(result).toMatchObject({ status: 'fail', message: expect.stringContaining(file) });
    expect(result?.fix).toMatch(/./);
  });
});

describe('agents', () => {
  it('those found are listed, and a missing default is a warning', () => {
    const found = { name: 'codex', title: 'Codex', path: '/bin/codex', version: '1.2.3' } as const;
    const missing = {
      name: 'claude',
      title: 'Claude Code',
      path: null,
      fix: 'Install it.',
    } as const;
    expect(describeAgents([missing, found], 'claude', [])).toEqual([
      {
        name: 'agent codex',
        status: 'ok',
        message: 'Codex 1.2.3 at /bin/codex; its MCP config has not been tried here yet',
        fix: null,
      },
      {
        name: 'agent claude',
        status: 'warn',
        message: 'Claude Code, the default agent, is not on PATH',
        fix: 'Install it.',
      },
    ]);
    expect(describeAgents([missing, found], 'codex', [])).toHaveLength(1);
  });

  it.each([
    ['connected', null, 'ok', 'it took the MCP config in run_1'],
    ['unknown', null, 'ok', 'it did not say whether it took the MCP config in run_1'],
    ['failed', 'timed out', 'warn', 'it did not take the MCP config in run_1: timed out'],
  ] as const)('tell whether the MCP config was taken: %s', (told, message, status, words) => {
    const found = { name: 'codex', title: 'Codex', version: '1', path: '/bin/codex' } as const;
    const statuses = [{ agent: 'codex', status: told, message, run_id: 'run_1' }];
    expect(describeAgents([found], 'codex', statuses)).toMatchObject([
      { status, message: `Codex 1 at /bin/codex; ${words}` },
    ]);
  });
});

describe('all together', () => {
  it('changes nothing', async () => {
    const { checks } = await runChecks(checkGroups, context(), () => {});
    expect(checks.length).toBeGreaterThan(checkGroups.length);
    expect(await readdir(root)).toEqual([]);
  });

  it('works in a folder that may not be written', async () => {
    await chmod(root, 0o500);
    const { checks } = await runChecks(checkGroups, context(), () => {});
    await chmod(root, 0o700);
    expect(checks.length).toBeGreaterThan(checkGroups.length);
    expect(checks.map(({ message }) => message).join()).not.toContain('This check itself failed');
  });

  it('a check that breaks hides no other, and no secret is shown', async () => {
    const secret = `ghp_${'a1B2'.repeat(9)}`;
    const groups: CheckGroup[] = [
      { name: 'broken', run: () => Promise.reject(new Error(`no ${secret}`)) },
      { name: 'fine', run: async () => [{ name: 'fine', status: 'ok', message: 'ok', fix: null }] },
    ];
    const broken: string[] = [];
    const diagnosis = await runChecks(groups, context(), (group) => broken.push(group));
    expect(diagnosis.ok).toBe(false);
    expect(broken).toEqual(['broken']);
    expect(diagnosis.checks.map(({ name, status }) => `${name} ${status}`)).toEqual([
      'broken fail',
      'fine ok',
    ]);
    expect(JSON.stringify(diagnosis)).not.toContain(secret);
  });
});

it('is shown with its fixes, in ASCII where asked for', () => {
  const checks: CheckResult[] = [
    { name: 'node', status: 'ok', message: 'Node.js v20', fix: null },
    { name: 'disk', status: 'warn', message: 'little space', fix: 'Free some.' },
    { name: 'git', status: 'fail', message: 'not there', fix: 'Install git.' },
  ];
  const output = { isTerminal: false, line() {}, json() {}, error() {} };
  const render = (env: Record<string, string>) =>
    renderDiagnosis({ checks, ok: false }, styleFor({ output, env }));
  expect(render({})).toMatchInlineSnapshot(`
    "✓  node  Node.js v20
    !  disk  little space
             Fix: Free some.
    ✗  git   not there
             Fix: Install git.

    1 of 3 checks failed, 1 warning."
  `);
  expect(render({ RALPH_ASCII: '1' }).split('\n')[0]).toBe('ok node  Node.js v20');
});
