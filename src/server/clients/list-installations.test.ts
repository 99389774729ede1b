import { rm } from 'node:fs/promises';
import path from 'node:path';
import { expect, it } from 'vitest';
import { clientNames } from './clients.ts';
import { install } from './install.ts';
import { listInstallations } from './list-installations.ts';
import { put, temporaryHost } from './testing/temporary-host.ts';

it('lists nothing where nothing is installed', async () => {
  expect(await listInstallations((await temporaryHost()).place)).toEqual([]);
});

it('finds every client, and nothing wrong', async () => {
  const host = await temporaryHost();
  for (const client of clientNames) await install({ client, ...host });
  const found = await listInstallations(host.place);
  expect(found.map(({ client }) => client)).toEqual([...clientNames]);
  expect(found.every(({ problem }) => problem === undefined)).toBe(true);
  expect(host.neutral(found[0]?.target ?? '')).toBe(
    'ralph mcp --transport stdio --root /T/project',
  );
});

it('says what is wrong with each, and how to mend it', async () => {
  const host = await temporaryHost({ onPath: false, env: { RALPH_MCP_TOKEN: 't' } });
  const { home, root } = host.place;
  const elsewhere = { ...host.place, root: path.join(host.folder, 'ralph') };
  await install({ client: 'jetbrains', ...host, place: elsewhere });
  await put(
    path.join(home, '.copilot', 'mcp-config.json'),
    '{"mcpServers":{"ralph":{"command":"ralph","args":["mcp"]}}}',
  );
  await put(path.join(root, '.mcp.json'), '{"mcpServers":{"ralph":{"command":"x"}}}');
  await put(path.join(root, '.cursor', 'mcp.json'), '{');
  const script = path.join(host.folder, 'other', 'ralph.cjs');
  await put(script, '');
  await put(
    path.join(home, '.codex', 'config.toml'),
    `[mcp_servers.ralph]\ncommand = "${host.program.node}"\nargs = ["${script}", "mcp", "--root", "${host.folder}/gone"]\n`,
  );
  await install({ client: 'gemini', ...host, url: 'http://127.0.0.1:1/mcp' });
  await rm(path.join(host.folder, 'ralph', 'dist'), { recursive: true });

  const found = await listInstallations(host.place);
  expect(
    found.map(({ client, scope, problem }) =>
      host.neutral(
        `${client} ${scope}: ${problem ? `${problem.message} -> ${problem.fix}` : 'ok'}`,
      ),
    ),
  ).toMatchInlineSnapshot(`
    [
      "jetbrains user: the program it starts is not there: /T/ralph/dist/ralph.cjs -> ralph mcp install jetbrains --scope user",
      "cursor project: /T/project/.cursor/mcp.json cannot be read: line 1, column 2: a closing } is missing. -> correct the file, then run: ralph mcp install cursor --scope project",
      "claude project: the entry named "ralph" belongs to another program -> ralph mcp install claude --scope project --force",
      "codex user: the project it serves is not there: /T/gone -> ralph mcp install codex --scope user",
      "copilot user: the program it starts is not there: ralph -> ralph mcp install copilot --scope user",
      "gemini project: ok",
    ]
  `);
});
