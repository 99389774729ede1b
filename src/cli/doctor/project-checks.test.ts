import { cpSync, mkdirSync, rmSync, truncateSync } from 'node:fs';
import path from 'node:path';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { createApp } from '../../app/create-app.ts';
import { createLogger } from '../../base/logger.ts';
import { contextMigrations } from '../../context/migration.ts';
import { inspectModel } from '../../embedding/local/inspect-model.ts';
import { packageFolder } from '../../embedding/local/package-folder.ts';
import { findLogin } from '../../loop/agents/find-login.ts';
import { contentsOf, fakeProgram, temporaryFolder } from '../../loop/testing/temporary-folder.ts';
import { openDatabase } from '../../storage/open-database.ts';
import { agents } from './agents.ts';
import { catalog } from './catalog.ts';
import { gates } from './gates.ts';
import { describeMemory, describeModel, memory } from './memory.ts';
import { doctorContext } from './testing/doctor-context.ts';

const bin = temporaryFolder();
for (const name of ['codex', 'npx']) fakeProgram(bin, name, 'echo 1.2.3');
const env = { PATH: `${bin}:/usr/bin:/bin`, RALPH_CONFIG_HOME: bin, HOME: bin };

describe('gates', () => {
  it('are looked at and not run', async () => {
    const root = temporaryFolder({
      'ralph.yaml':
        'gates: [{ name: test, run: "no-such-tool -q" }, { name: touch, run: "touch ran" }]',
    });
    expect(await gates.run(doctorContext(root, { env }))).toMatchObject([
      { name: 'gate test', status: 'fail', fix: expect.stringContaining('Install "no-such-tool"') },
      { name: 'gate touch', status: 'ok', message: 'touch ran' },
    ]);
    expect(Object.keys(contentsOf(root))).toEqual(['ralph.yaml']);
    expect(await gates.run(doctorContext(temporaryFolder(), { env }))).toMatchObject([
      { status: 'warn', fix: expect.stringContaining('gates in ralph.yaml') },
    ]);
  });
});

describe('logins', () => {
  const where = { env: {}, home: '/none', platform: 'linux' } as const;

  it('are told from names of variables and files', async () => {
    const home = temporaryFolder({ '.codex/auth.json': 'never read' });
    expect(await findLogin('codex', { ...where, home })).toMatchObject({ state: 'found' });
    expect(await findLogin('codex', where)).toMatchObject({
      state: 'missing',
      fix: expect.stringContaining('codex login'),
    });
    const key = { ANTHROPIC_API_KEY: 'x' };
    expect(await findLogin('claude', { ...where, env: key })).toEqual({
      state: 'found',
      where: 'ANTHROPIC_API_KEY',
    });
    expect(await findLogin('claude', { ...where, platform: 'darwin' })).toEqual({
      state: 'unknown',
    });
  });

  it('are missed of the default agent alone', async () => {
    const root = temporaryFolder({ 'ralph.yaml': 'agents: { default: codex }' });
    const [result] = await agents.run(doctorContext(root, { env }));
    expect(result).toMatchObject({
      name: 'agent codex',
      status: 'warn',
      fix: expect.stringContaining('codex login'),
    });
    const other = temporaryFolder({ 'ralph.yaml': 'agents: { default: demo }' });
    expect(await agents.run(doctorContext(other, { env }))).toMatchObject([{ status: 'ok' }]);
  });
});

describe('memory', () => {
  it('is whole, or says what to do', async () => {
    const root = temporaryFolder();
    const seen = async () =>
      (await memory.run(doctorContext(root, { env }))).find(({ name }) => name === 'memory');
    expect(await seen()).toMatchObject({
      status: 'ok',
      message: expect.stringContaining('None yet'),
    });
    expect(contentsOf(root)).toEqual({});

    const app = createApp({ roots: [root], env, logger: createLogger({ write: () => undefined }) });
    await (await app.context()).context();
    await app.close();
    expect(await seen()).toMatchObject({
      status: 'ok',
      message: expect.stringMatching(/0 items, .* MB, no damage/),
    });

    const file = path.join(root, '.agent/context/context.db');
    const database = await openDatabase({ file, migrations: contextMigrations });
    await sql`update search_totals set documents = 7`.execute(database.kysely);
    await database.close();
    expect(await seen()).toMatchObject({
      status: 'warn',
      fix: expect.stringContaining('ralph context reindex'),
    });
    truncateSync(file, 5000);
    expect(await seen()).toMatchObject({ status: 'fail', fix: expect.stringMatching(/mv /) });
    rmSync(file);
    mkdirSync(file);
    expect(await seen()).toMatchObject({
      status: 'fail',
      message: expect.stringContaining('is a folder'),
      fix: expect.stringMatching(/mv /),
    });
  });

  it('that cannot be written is no matter of its index', () => {
    const openProblem = { message: 'It cannot be written.', hint: 'Make it writable.' };
    const database = { status: 'ok', file: 'context.db' } as const;
    const seen = describeMemory({
      folder: '.agent/context',
      database: {
        ...database,
        problem: undefined,
        integrityProblems: [],
        schemaVersion: 1,
        expectedVersion: 1,
        writtenBy: undefined,
        sizeBytes: 1,
        latestBackup: undefined,
      },
      sizeBytes: 1,
      items: undefined,
      indexProblems: [],
      openProblem,
      backendProblem: undefined,
    });
    expect(seen).toEqual([
      { name: 'memory', status: 'fail', message: openProblem.message, fix: openProblem.hint },
    ]);
  });

  it('on LanceDB needs its package', async () => {
    const root = temporaryFolder({
      'ralph.yaml': 'learning: { mcp_context: { storage: { backend: lancedb } } }',
    });
    expect(await memory.run(doctorContext(root, { env }))).toContainEqual(
      expect.objectContaining({
        name: 'memory backend',
        status: 'fail',
        fix: expect.stringContaining('npm install @lancedb/lancedb'),
      }),
    );
  });

  it('can be off, and its model elsewhere', async () => {
    const off = temporaryFolder({ 'ralph.yaml': 'learning: { enabled: false }' });
    expect(await memory.run(doctorContext(off, { env }))).toMatchObject([
      { message: 'Switched off in ralph.yaml' },
    ]);
    const remote = temporaryFolder({
      'ralph.yaml': 'learning: { mcp_context: { embeddings: { provider: openai } } }',
    });
    expect(await memory.run(doctorContext(remote, { env }))).toContainEqual(
      expect.objectContaining({
        status: 'warn',
        fix: expect.stringContaining('Set OPENAI_API_KEY'),
      }),
    );
  });

  it('names what is damaged of the model', async () => {
    expect(describeModel(await inspectModel())).toMatchObject({ status: 'ok' });
    const folder = temporaryFolder();
    cpSync(path.join(packageFolder(), 'models/all-MiniLM-L6-v2'), folder, { recursive: true });
    truncateSync(path.join(folder, 'tokenizer.json'), 10);
    expect(describeModel(await inspectModel(folder))).toMatchObject({
      status: 'warn',
      message: expect.stringMatching(/tokenizer\.json is damaged/),
      fix: expect.stringContaining('fetch-model.mjs'),
    });
  });
});

describe('downstream servers', () => {
  const seen = {
    title: '',
    version: '',
    active: true,
    tools: 4,
    quarantined: 0,
    calls: 0,
    listed_at: '2026-01-02T03:04:05Z',
    last_error: null,
  };
  it('are told from how they are configured and were last seen; none is started', async () => {
    const root = temporaryFolder({
      'ralph.yaml': `catalog:
  import: [gone.json]
  servers:
    absent: { command: no-such-server }
    changed: { command: npx }
    down: { command: npx }
    fine: { command: npx }
    locked: { command: npx, env: { TOKEN: "\${env:NOT_SET_HERE}" } }
    new: { command: npx }
    off: { command: npx, enabled: false }
`,
    });
    const results = await catalog.run(
      doctorContext(root, {
        env,
        catalogServers: async () => [
          { ...seen, server: 'changed', quarantined: 2 },
          { ...seen, server: 'down', last_error: 'it ended with code 1' },
          { ...seen, server: 'fine' },
        ],
      }),
    );
    expect(results.map(({ name, status, fix }) => [name, status, fix])).toEqual([
      ['server absent', 'warn', 'Install it, or correct the entry in ralph.yaml.'],
      ['server changed', 'warn', expect.stringContaining('ralph catalog approve')],
      ['server down', 'warn', 'Run "ralph catalog doctor down".'],
      ['server fine', 'ok', null],
      ['server locked', 'warn', expect.stringContaining('NOT_SET_HERE')],
      ['server new', 'ok', null],
      ['server off', 'ok', null],
      ['catalog', 'warn', expect.stringContaining('catalog.import')],
    ]);
  });
});
