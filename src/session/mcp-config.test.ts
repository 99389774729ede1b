import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { mergedMcpConfig } from './mcp-config.ts';
import { sessionProject } from './testing/session-project.ts';

const own = { type: 'stdio', command: 'node', args: ['ralph.cjs', 'mcp'] };

async function merged(servers: Record<string, unknown>, config = '') {
  const project = sessionProject(config);
  await project.seed();
  const discipline = await project.store(({ disciplines }) =>
    disciplines.change('backend', { mcp_servers: servers }),
  );
  return mergedMcpConfig(own, discipline, await project.app.sessions.settings());
}

describe('the MCP config of a session', () => {
  it('has only Ralph where no discipline is named', async () => {
    const settings = await sessionProject().app.sessions.settings();
    expect(mergedMcpConfig(own, undefined, settings)).toEqual({ mcpServers: { ralph: own } });
  });

  it('merges the servers of the discipline and of ralph.yaml, and leaves references alone', async () => {
    const reference = `\${env:GITHUB_TOKEN}`;
    const config = await merged(
      {
        shadcn: { command: 'npx', args: ['-y', 'shadcn-mcp'], env: { TOKEN: reference } },
        off: { command: 'never', enabled: false },
      },
      `
disciplines:
  backend:
    mcp_servers:
      docs: { url: "https://docs.test/mcp", headers: { Authorization: "Bearer ${reference}" } }
      here: { command: run, cwd: tools, timeout_s: 5 }
  frontend:
    mcp_servers: { browser: { command: browser } }
`,
    );
    expect(config).toEqual({
      mcpServers: {
        ralph: own,
        shadcn: {
          type: 'stdio',
          command: 'npx',
          args: ['-y', 'shadcn-mcp'],
          env: { TOKEN: reference },
        },
        docs: {
          type: 'http',
          url: 'https://docs.test/mcp',
          headers: { Authorization: `Bearer ${reference}` },
        },
        here: { type: 'stdio', command: 'run', cwd: 'tools' },
      },
    });
  });

  it('keeps references in the file that the agent is given, whatever the environment holds', async () => {
    const project = sessionProject();
    await project.seed();
    await project.store(({ disciplines }) =>
      disciplines.change('backend', {
        mcp_servers: { x: { command: 'x', env: { HOME_COPY: `\${env:HOME}` } } },
      }),
    );
    const { files } = await project.plan({ recipe: 'yap', discipline: 'backend' });
    expect(JSON.parse(readFileSync(files.mcp_config, 'utf8')).mcpServers.x.env).toEqual({
      HOME_COPY: `\${env:HOME}`,
    });
  });

  it.each([
    [
      "Ralph's own name",
      { ralph: { command: 'x' } },
      '',
      'discipline "backend": a server may not be called "ralph".',
      "That is the name of Ralph's own server. Call it something else.",
    ],
    [
      "Ralph's own name in other letters, even switched off",
      { Ralph: { command: 'x', enabled: false } },
      '',
      'discipline "backend": a server may not be called "Ralph".',
      "That is the name of Ralph's own server. Call it something else.",
    ],
    [
      'one name in both places',
      { docs: { command: 'x' } },
      'disciplines: { backend: { mcp_servers: { docs: { command: y } } } }\n',
      'ralph.yaml disciplines.backend.mcp_servers: there is a server "docs" in discipline "backend" as well.',
      'Rename or remove one of the two.',
    ],
    [
      'a name that no client could use',
      { 'a b': { command: 'x' } },
      '',
      'discipline "backend": server "a b" is not a server name: 1 to 64 letters, digits, "_" and "-", and no word that has another meaning, such as "category"',
      'Correct it there. An entry has "command" (with "args" and "env"), or "url" (with "headers").',
    ],
    [
      'an entry that is none',
      { docs: 'npx docs' },
      '',
      'discipline "backend": server "docs" Invalid input: expected object, received string',
      'Correct it there. An entry has "command" (with "args" and "env"), or "url" (with "headers").',
    ],
    [
      'an entry with neither command nor url',
      { docs: { args: ['x'] } },
      '',
      'discipline "backend": server "docs" says neither how to start the server nor where it is.',
      'Correct it there. An entry has "command" (with "args" and "env"), or "url" (with "headers").',
    ],
    [
      'a misspelt field',
      { docs: { command: 'x', arg: ['y'] } },
      '',
      'discipline "backend": server "docs" Unrecognized key: "arg"',
      'Correct it there. An entry has "command" (with "args" and "env"), or "url" (with "headers").',
    ],
    [
      'a broken reference',
      { docs: { command: 'x', env: { A: `\${env:}` } } },
      '',
      'discipline "backend": server "docs" env.A: ',
      'Correct it there. An entry has "command" (with "args" and "env"), or "url" (with "headers").',
    ],
    [
      'a file that agents do not read',
      { docs: { command: 'x', env_file: '.env' } },
      '',
      'discipline "backend": server "docs": env_file is not read by agents.',
      'Write the variables under "env"; a secret as a reference to one of the environment.',
    ],
  ])('refuses %s', async (_, servers, config, message, hint) => {
    await expect(merged(servers, config)).rejects.toMatchObject({
      message: expect.stringContaining(message),
      hint,
    });
  });
});
