import path from 'node:path';
import { parse } from 'smol-toml';
import { describe, expect, it } from 'vitest';
import { agentNames } from '../config.ts';
import type { LaunchIntent } from './adapter.ts';
import { adapters } from './adapters.ts';

const permissions = ['read_only', 'edit', 'full'] as const;
const secret = 'sk-very-secret-value';

const intent: LaunchIntent = {
  prompt: 'the prompt',
  cwd: '/project',
  mcpConfig: {
    mcpServers: {
      ralph: { type: 'stdio', command: 'ralph', args: ['mcp', '--session', 's1'] },
      github: { type: 'stdio', command: 'gh-mcp', args: [], env: { GH_TOKEN: secret } },
      docs: { type: 'http', url: 'https://docs.example/mcp', headers: { Authorization: secret } },
    },
  },
  model: 'some-model',
  reasoningEffort: 'high',
  permission: 'edit',
  mcpTools: ['get_task', 'complete_task'],
  env: { PATH: '/bin', HOME: '/home/user', GEMINI_API_KEY: 'g' },
  scratch: '/scratch',
};

describe.each(agentNames.filter((name) => name !== 'demo'))('%s', (name) => {
  it.each(permissions)('%s', (permission) => {
    const command = adapters[name].command({
      ...intent,
      permission,
      ...(name === 'custom' && { command: 'my-agent --stdin' }),
    });
    const { program, args, env } = command;
    expect([program, ...args].join('\n')).toMatchSnapshot('command line');
    expect({ env, files: command.files ?? {}, links: command.links ?? {} }).toMatchSnapshot('rest');
  });
});

describe.each(agentNames)('%s', (name) => {
  const adapter = adapters[name];

  it('keeps prompt and secrets off the command line', () => {
    const { program, args } = adapter.command(intent);
    const line = [program, ...args].join(' ');
    expect(line).not.toContain(secret);
    expect(line).not.toContain(intent.prompt);
  });

  it('is content without servers, model and effort', () => {
    const { model: _, reasoningEffort: __, ...bare } = intent;
    const { program, args, env } = adapter.command({ ...bare, mcpConfig: null });
    expect(JSON.stringify([program, args, env])).not.toMatch(/undefined|null|some-model|get_task/);
  });

  it("takes the user's program and arguments", () => {
    const { program, args } = adapter.command({
      ...intent,
      command: '/opt/agent',
      extraArgs: ['--own', "it's"],
    });
    const line = [program, ...args].join(' ');
    expect(line).toMatch(/^\/opt\/agent/);
    expect(line).toMatch(/'?--own'? .*it.*s/);
  });

  it('has the name it is filed under, and keeps its files in the scratch folder', () => {
    expect(adapter.name).toBe(name);
    const { files = {}, links = {} } = adapter.command(intent);
    for (const file of [...Object.keys(files), ...Object.keys(links)])
      expect(path.join(intent.scratch, file).startsWith('/scratch/')).toBe(true);
  });
});

it.each([
  [{ HOME: '/home/user' }, '/home/user'],
  [{ HOME: '/home/user', GEMINI_CLI_HOME: '/elsewhere' }, '/elsewhere'],
  [{ HOME: '/home/user', GEMINI_CLI_HOME: '' }, '/home/user'],
])('gemini is given the login of %o', (env, home) => {
  const { links = {} } = adapters.gemini.command({ ...intent, env });
  expect(Object.values(links)).toContain(path.join(home, '.gemini', 'oauth_creds.json'));
});

describe('codex settings', () => {
  const settings = (more: Partial<LaunchIntent> = {}) => {
    const { args, env } = adapters.codex.command({ ...intent, ...more });
    const values = args.filter((_, index) => args[index - 1] === '-c');
    return { env, servers: Object(parse(values.join('\n')).mcp_servers) };
  };

  it('are TOML, whatever the values', () => {
    const odd = 'quo"te \\ back\nline \u007f \u0001 é 😀 = [x] {y}';
    const ralph = { command: odd, args: [odd, ''] };
    const { servers } = settings({ mcpConfig: { mcpServers: { ralph } } });
    expect(servers.ralph).toMatchObject({ command: odd, args: [odd, ''], required: true });
  });

  it('pass a value openly only where its name is taken', () => {
    const server = { command: 'x', env: { A: '1', GH_TOKEN: 'mine' } };
    const { env, servers } = settings({
      mcpConfig: { mcpServers: { one: server, two: { ...server, env: { A: '2' } } } },
      env: { GH_TOKEN: 'of the host' },
    });
    expect(env).toEqual({ A: '1' });
    expect(servers.one).toMatchObject({ env_vars: ['A'], env: { GH_TOKEN: 'mine' } });
    expect(servers.two).toMatchObject({ env: { A: '2' } });
  });
});
