import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { reference } from '../../base/env-reference.ts';
import { sourceText } from './layer.ts';
import { type LoadedConfig, loadConfig } from './load-config.ts';
import { temporaryProject } from './testing/temporary-project.ts';

const cameFrom = ({ sources }: LoadedConfig, setting: string) => {
  const source = sources.get(setting);
  return source && sourceText(source);
};

describe('precedence', () => {
  it('is defaults, preset, user file, project file, environment, flags', async () => {
    const { root, home, env } = temporaryProject({
      user: 'preset: minimal\nlogs: { keep_days: 1 }\nbudgets:\n  stall: 1\n  minutes: 1\n  iterations: 1\n',
      project: 'budgets:\n  stall: 1\n  minutes: 2\n  iterations: 2\ncommit: true\n',
    });
    const loaded = await loadConfig({
      root,
      env: { ...env, MAX_ITERATIONS: '3', SLEEP_SECONDS: '3' },
      flags: { '--iterations': { budgets: { iterations: 4 } } },
    });
    const user = path.join(home, 'ralph.yaml');
    expect(loaded.config).toMatchObject({
      preset: 'minimal',
      budgets: { iterations: 4, minutes: 2, stall: 1 },
      commit: true,
      logs: { keep_days: 1 },
      run: { sleep_seconds: 3, prd_file: 'scripts/ralph/prd.json' },
      learning: { mcp_context: { storage: { persistence: 'session', max_size_mb: 100 } } },
    });
    expect(cameFrom(loaded, 'budgets.iterations')).toBe('flag --iterations');
    expect(cameFrom(loaded, 'run.sleep_seconds')).toBe('environment SLEEP_SECONDS');
    expect(cameFrom(loaded, 'budgets.minutes')).toBe('ralph.yaml:3');
    expect(cameFrom(loaded, 'budgets.stall')).toBe('ralph.yaml:2');
    expect(cameFrom(loaded, 'commit')).toBe('ralph.yaml:5');
    expect(cameFrom(loaded, 'logs.keep_days')).toBe(`${user}:2`);
    expect(cameFrom(loaded, 'preset')).toBe(`${user}:1`);
    expect(cameFrom(loaded, 'learning.mcp_context.storage.max_size_mb')).toBe('preset minimal');
    expect(cameFrom(loaded, 'run.prd_file')).toBe('default');
    expect(loaded.files.map(({ kind, shown, found }) => ({ kind, shown, found }))).toEqual([
      { kind: 'user_file', shown: user, found: true },
      { kind: 'project_file', shown: 'ralph.yaml', found: true },
    ]);
  });

  it('lets a file overrule the preset it names', async () => {
    const project =
      'preset: aggressive\nlearning: { mcp_context: { storage: { max_size_mb: 7 } } }\n';
    const { config } = await loadConfig(temporaryProject({ project }));
    const { storage, embeddings } = config.learning.mcp_context;
    expect(storage).toMatchObject({ max_size_mb: 7, persistence: 'global' });
    expect(embeddings).toMatchObject({ provider: 'openai', model: 'text-embedding-3-small' });
  });

  it('lets the strongest preset count, whole', async () => {
    const files = { user: 'preset: aggressive\n', project: 'preset: minimal\n' };
    const { config } = await loadConfig(temporaryProject(files));
    expect(config.learning.mcp_context.embeddings.provider).toBe('local');
    expect(config.learning.mcp_context.retrieval.max_items_per_query).toBe(5);
  });
});

describe('merging', () => {
  it('replaces lists', async () => {
    const files = {
      user: 'agents: { fallback: [codex, amp] }',
      project: 'agents: { fallback: [qwen] }',
    };
    const { config } = await loadConfig(temporaryProject(files));
    expect(config.agents.fallback).toEqual(['qwen']);
  });

  it('adds the entries of a map, and replaces one of the same name as a whole', async () => {
    const files = {
      user: 'catalog: { servers: { a: { command: a, env: { K: v } }, b: { command: b } } }',
      project: 'catalog: { servers: { a: { url: "https://a.example" } } }',
    };
    const loaded = await loadConfig(temporaryProject(files));
    expect(loaded.config.catalog.servers).toEqual({
      a: { url: 'https://a.example', enabled: true },
      b: { command: 'b', enabled: true },
    });
    expect(cameFrom(loaded, 'catalog.servers.a.url')).toBe('ralph.yaml:1');
    expect(cameFrom(loaded, 'catalog.servers.a.enabled')).toBe('default');
  });

  it('takes a value back to its default with null, and removes an entry', async () => {
    const files = {
      user: 'preset: minimal\nbudgets: { tokens: 5, stall: 9 }\nlearning: { mcp_context: { storage: { max_size_mb: 9 } } }\ncatalog: { servers: { a: { command: a }, b: { command: b } } }\n',
      project:
        'budgets: { tokens: null, stall: null }\nlearning: { mcp_context: { storage: { max_size_mb: } } }\ncatalog: { servers: { a: null } }\n',
    };
    const loaded = await loadConfig(temporaryProject(files));
    expect(loaded.config.budgets).toEqual({ iterations: 10, minutes: 240, stall: 5 });
    expect(loaded.config.learning.mcp_context.storage.max_size_mb).toBe(100);
    expect(Object.keys(loaded.config.catalog.servers)).toEqual(['b']);
    expect(cameFrom(loaded, 'budgets.stall')).toBe('default');
    expect(cameFrom(loaded, 'learning.mcp_context.storage.max_size_mb')).toBe('preset minimal');
  });

  it('empties a map of names with null', async () => {
    const files = { user: 'recipes: { mine: { base: yap } }', project: 'recipes:\n' };
    expect((await loadConfig(temporaryProject(files))).config.recipes).toEqual({});
  });

  it('takes an empty section, whose keys are commented out, as saying nothing', async () => {
    const files = { user: 'budgets: { stall: 9 }', project: 'budgets:\n#  stall: 3\n' };
    expect((await loadConfig(temporaryProject(files))).config.budgets.stall).toBe(9);
  });

  it('keeps absent gates, an empty list and gates apart', async () => {
    const gatesOf = async (project: string) =>
      (await loadConfig(temporaryProject({ project }))).config.gates;
    expect(await gatesOf('')).toBeUndefined();
    expect(await gatesOf('gates: []')).toEqual([]);
    expect(await gatesOf('gates: [{ name: test, run: npm test }]')).toEqual([
      { name: 'test', run: 'npm test', baseline: 'strict' },
    ]);
  });

  it('keeps references as they are written', async () => {
    const home = reference('HOME');
    const project = `catalog: { servers: { a: { command: a, env: { K: "${home}" } } } }`;
    const { config } = await loadConfig(temporaryProject({ project }));
    expect(config.catalog.servers.a?.env).toEqual({ K: home });
  });

  it('calls streamable-http http', async () => {
    const project =
      'server: { transport: streamable-http }\nlearning: { mcp_context: { server: { transport: streamable-http } } }';
    const { config } = await loadConfig(temporaryProject({ project }));
    expect(config.server.transport).toBe('http');
    expect(config.learning.mcp_context.server.transport).toBe('http');
  });
});

describe('files', () => {
  it.each(['', '\n', '# only a comment\n', '---\n', '\uFEFFcommit: false\r\n'])(
    'takes %j as a file that changes nothing',
    async (project) => {
      const { config } = await loadConfig(temporaryProject({ project }));
      expect(config).toEqual((await loadConfig(temporaryProject())).config);
    },
  );

  it('resolves an ordinary alias', async () => {
    const project = 'run: { allowed_paths: &paths [src] }\nserver: { allowed_hosts: *paths }\n';
    const { config } = await loadConfig(temporaryProject({ project }));
    expect(config.server.allowed_hosts).toEqual(['src']);
  });

  it('looks for the file of the user where the system keeps configuration', async () => {
    const { root, home } = temporaryProject();
    const userFileWith = async (env: Record<string, string>) =>
      (await loadConfig({ root, env })).files[0];
    const xdg = path.join(home, 'xdg');
    mkdirSync(path.join(xdg, 'ralph'), { recursive: true });
    writeFileSync(path.join(xdg, 'ralph', 'ralph.yaml'), '');
    expect(await userFileWith({ HOME: home, XDG_CONFIG_HOME: xdg })).toMatchObject({
      path: path.join(xdg, 'ralph', 'ralph.yaml'),
      found: true,
    });
    const standard = { path: path.join(home, '.config', 'ralph', 'ralph.yaml'), found: false };
    expect(await userFileWith({ HOME: home })).toMatchObject(standard);
    expect(await userFileWith({ HOME: home, XDG_CONFIG_HOME: 'relative' })).toMatchObject(standard);
  });
});
