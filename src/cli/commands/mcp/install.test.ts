import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { createLogger } from '../../../base/logger.ts';
import {
  failure,
  put,
  type TemporaryHost,
  temporaryHost,
} from '../../../server/clients/testing/temporary-host.ts';
import type { CommandSpec, Invocation } from '../../command.ts';
import type { ClientHost } from './client-host.ts';
import { installCommand } from './install.ts';
import { uninstallCommand } from './uninstall.ts';

interface Ran {
  readonly code: number | undefined;
  readonly out: string;
  readonly err: string;
  readonly json: unknown;
}

async function run(
  make: (host: ClientHost) => CommandSpec,
  host: TemporaryHost,
  client: string,
  options: Invocation['options'] = {},
  json = false,
): Promise<Ran> {
  const out: string[] = [];
  const err: string[] = [];
  const values: unknown[] = [];
  const { platform, home, env, root } = host.place;
  const command = make({ platform, home: () => home, program: () => host.program });
  const code = await command.run({
    args: { client },
    options,
    json,
    root,
    env,
    cwd: root,
    logger: createLogger({ level: 'error', format: 'text', write: (text) => void err.push(text) }),
    output: {
      isTerminal: false,
      line: (text = '') => void out.push(text),
      json: (value) => void values.push(value),
      error: (text) => void err.push(text),
    },
    signal: new AbortController().signal,
  });
  const text = (lines: string[]) => host.neutral(lines.join('\n'));
  return {
    code,
    out: text(out),
    err: text(err),
    json: JSON.parse(host.neutral(JSON.stringify(values[0] ?? null))),
  };
}

describe('ralph mcp install', () => {
  it('tells a person what it did', async () => {
    const host = await temporaryHost();
    await put(path.join(host.place.home, '.config/github-copilot/intellij/mcp.json'), '{}\n');
    const { code, out, err } = await run(installCommand, host, 'jetbrains');
    expect([code, err]).toEqual([0, '']);
    expect(out).toMatchInlineSnapshot(`
      "Installed: GitHub Copilot in JetBrains IDEs now has Ralph (user file).
        file    /T/home/.config/github-copilot/intellij/mcp.json
        backup  /T/home/.config/github-copilot/intellij/mcp.json.TIME.bak

      - In the IDE: open Copilot Chat, choose Agent mode, open the tools menu, and start "ralph".
      - All JetBrains IDEs share this file.
      - The entry serves this project alone; run this again in another one to switch."
    `);
    expect((await run(installCommand, host, 'jetbrains')).out).toMatchInlineSnapshot(`
      "Already installed, unchanged: GitHub Copilot in JetBrains IDEs (user file).
        file    /T/home/.config/github-copilot/intellij/mcp.json

      - In the IDE: open Copilot Chat, choose Agent mode, open the tools menu, and start "ralph".
      - All JetBrains IDEs share this file.
      - The entry serves this project alone; run this again in another one to switch."
    `);
  });

  it('answers a script with one JSON value', async () => {
    const host = await temporaryHost();
    const { json } = await run(installCommand, host, 'opencode', {}, true);
    expect(json).toMatchInlineSnapshot(`
      {
        "action": "installed",
        "client": "opencode",
        "entry": {
          "command": [
            "ralph",
            "mcp",
            "--transport",
            "stdio",
            "--root",
            "/T/project",
          ],
          "enabled": true,
          "type": "local",
        },
        "file": "/T/project/opencode.json",
        "notes": [
          "Start opencode again; "opencode mcp list" shows it.",
          "The entry names a path on this machine; others run this command themselves.",
        ],
        "scope": "project",
      }
    `);
  });

  it('shows the entry and the file, and writes nothing', async () => {
    const host = await temporaryHost();
    const { out } = await run(installCommand, host, 'codex', { print: true });
    expect(out).toMatchInlineSnapshot(`
      "Nothing was changed. Codex, user file:
        file    /T/home/.codex/config.toml

      [mcp_servers.ralph]
      command = "ralph"
      args = [ "mcp", "--transport", "stdio", "--root", "/T/project" ]

      - Start a new Codex session; "codex mcp list" shows it. Project files count only in trusted folders.
      - The entry serves this project alone; run this again in another one to switch."
    `);
    await expect(readFile(path.join(host.place.home, '.codex/config.toml'))).rejects.toThrow(
      'ENOENT',
    );
    const { json } = await run(installCommand, host, 'codex', { print: true }, true);
    expect(json).toMatchObject({ action: 'printed', entry: { command: 'ralph' } });
  });

  it('takes the address of the server from the configuration', async () => {
    const host = await temporaryHost();
    await put(path.join(host.place.root, 'ralph.yaml'), 'server:\n  host: "::1"\n  port: 9000\n');
    await put(path.join(host.place.root, '.ralph/mcp/token'), 'the-token-of-the-server');
    const ran = await run(installCommand, host, 'vscode', { http: true }, true);
    expect(ran.json).toMatchObject({ entry: { type: 'http', url: 'http://[::1]:9000/mcp' } });
    expect(JSON.stringify(ran)).not.toContain('the-token-of-the-server');
    expect(ran.err).toMatchInlineSnapshot(
      `"Warning: The access token itself is now in /T/project/.vscode/mcp.json: keep that file private and out of version control. With RALPH_MCP_TOKEN set, this command writes a reference instead."`,
    );
    const printed = await run(installCommand, host, 'vscode', { http: true, print: true });
    expect(printed.out).toContain('"Authorization": "Bearer the-token-of-the-server"');
    expect(printed.err).toMatchInlineSnapshot(
      `"Warning: The entry holds the access token itself: keep it private."`,
    );
  });

  it('takes the address it is given', async () => {
    const host = await temporaryHost({ env: { RALPH_MCP_TOKEN: 't' } });
    const http = 'https://ralph.example.com';
    const { json } = await run(installCommand, host, 'cursor', { http, scope: 'user' }, true);
    expect(json).toMatchObject({ scope: 'user', entry: { url: 'https://ralph.example.com/mcp' } });
  });

  it('refuses what it does not know', async () => {
    const host = await temporaryHost();
    expect(await failure(() => run(installCommand, host, 'jetbrain'))).toMatchInlineSnapshot(`
      "There is no client "jetbrain". Did you mean "jetbrains"?
      Name one of: jetbrains, vscode, cursor, claude, claude-desktop, codex, copilot, gemini, opencode."
    `);
    expect(
      await failure(() => run(installCommand, host, 'cursor', { scope: 'users' })),
    ).toMatchInlineSnapshot(`
      "There is no scope "users". Did you mean "user"?
      Use --scope user or --scope project."
    `);
    await put(path.join(host.place.root, 'ralph.yaml'), 'server: { port: 0 }\n');
    expect(
      await failure(() => run(installCommand, host, 'cursor', { http: true })),
    ).toMatchInlineSnapshot(`
      "The server takes any free port (server.port: 0), so its address is not known.
      Give the address that "ralph mcp --transport http" printed when it started: --http URL."
    `);
  });
});

describe('ralph mcp uninstall', () => {
  it('tells what it removed, and what was not there', async () => {
    const host = await temporaryHost();
    const file = path.join(host.place.root, '.mcp.json');
    await put(file, '{ "mcpServers": {} }');
    await run(installCommand, host, 'claude');
    expect(
      (await run(uninstallCommand, host, 'claude', { print: true })).out,
    ).toMatchInlineSnapshot(`
      "Nothing was changed. Claude Code, project file:
        file    /T/project/.mcp.json

      {
        "type": "stdio",
        "command": "ralph",
        "args": [
          "mcp",
          "--transport",
          "stdio",
          "--root",
          "/T/project"
        ]
      }"
    `);
    expect((await run(uninstallCommand, host, 'claude')).out).toMatchInlineSnapshot(`
      "Removed: Claude Code no longer has Ralph (project file).
        file    /T/project/.mcp.json
        backup  /T/project/.mcp.json.TIME.bak"
    `);
    expect(await readFile(file, 'utf8')).toBe('{ "mcpServers": {} }');
    expect((await run(uninstallCommand, host, 'claude')).out).toMatchInlineSnapshot(`
      "Not installed: Claude Code has no entry for Ralph. Nothing was changed.
        file    /T/project/.mcp.json"
    `);
    expect((await run(uninstallCommand, host, 'claude', {}, true)).json).toMatchInlineSnapshot(`
      {
        "action": "absent",
        "client": "claude",
        "file": "/T/project/.mcp.json",
        "notes": [],
        "scope": "project",
      }
    `);
  });
});
