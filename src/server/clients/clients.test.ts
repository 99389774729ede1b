import { describe, expect, it } from 'vitest';
import type { HttpLaunch, Place } from './client.ts';
import { clientNames, clients, filesOf, parseClientName, scopesOf } from './clients.ts';
import { failure } from './testing/temporary-host.ts';

const linux: Place = { platform: 'linux', env: {}, home: '/home/u', root: '/repo' };
const mac: Place = { platform: 'darwin', env: {}, home: '/Users/u', root: '/repo' };
const windows: Place = { platform: 'win32', env: {}, home: 'C:\\Users\\u', root: 'D:\\repo' };

function everyFile(place: Place): string[] {
  return clientNames.flatMap((name) =>
    scopesOf(clients[name]).map(
      (scope) => `${name} ${scope}: ${filesOf(name, scope, place).join(' | ')}`,
    ),
  );
}

describe('files', () => {
  it('on Linux', () => {
    expect(everyFile(linux)).toMatchInlineSnapshot(`
      [
        "jetbrains user: /home/u/.config/github-copilot/intellij/mcp.json",
        "vscode project: /repo/.vscode/mcp.json",
        "vscode user: /home/u/.config/Code/User/mcp.json",
        "cursor project: /repo/.cursor/mcp.json",
        "cursor user: /home/u/.cursor/mcp.json",
        "claude project: /repo/.mcp.json",
        "claude user: /home/u/.claude.json",
        "claude-desktop user: /home/u/.config/Claude/claude_desktop_config.json",
        "codex user: /home/u/.codex/config.toml",
        "codex project: /repo/.codex/config.toml",
        "copilot user: /home/u/.copilot/mcp-config.json",
        "copilot project: /repo/.github/mcp.json",
        "gemini project: /repo/.gemini/settings.json",
        "gemini user: /home/u/.gemini/settings.json",
        "opencode project: /repo/opencode.json | /repo/opencode.jsonc",
        "opencode user: /home/u/.config/opencode/opencode.json | /home/u/.config/opencode/opencode.jsonc",
      ]
    `);
  });

  it('on macOS', () => {
    expect(everyFile(mac)).toMatchInlineSnapshot(`
      [
        "jetbrains user: /Users/u/.config/github-copilot/intellij/mcp.json",
        "vscode project: /repo/.vscode/mcp.json",
        "vscode user: /Users/u/Library/Application Support/Code/User/mcp.json",
        "cursor project: /repo/.cursor/mcp.json",
        "cursor user: /Users/u/.cursor/mcp.json",
        "claude project: /repo/.mcp.json",
        "claude user: /Users/u/.claude.json",
        "claude-desktop user: /Users/u/Library/Application Support/Claude/claude_desktop_config.json",
        "codex user: /Users/u/.codex/config.toml",
        "codex project: /repo/.codex/config.toml",
        "copilot user: /Users/u/.copilot/mcp-config.json",
        "copilot project: /repo/.github/mcp.json",
        "gemini project: /repo/.gemini/settings.json",
        "gemini user: /Users/u/.gemini/settings.json",
        "opencode project: /repo/opencode.json | /repo/opencode.jsonc",
        "opencode user: /Users/u/.config/opencode/opencode.json | /Users/u/.config/opencode/opencode.jsonc",
      ]
    `);
  });

  it('on Windows', () => {
    expect(everyFile(windows)).toMatchInlineSnapshot(`
      [
        "jetbrains user: C:\\Users\\u\\AppData\\Local\\github-copilot\\intellij\\mcp.json",
        "vscode project: D:\\repo\\.vscode\\mcp.json",
        "vscode user: C:\\Users\\u\\AppData\\Roaming\\Code\\User\\mcp.json",
        "cursor project: D:\\repo\\.cursor\\mcp.json",
        "cursor user: C:\\Users\\u\\.cursor\\mcp.json",
        "claude project: D:\\repo\\.mcp.json",
        "claude user: C:\\Users\\u\\.claude.json",
        "claude-desktop user: C:\\Users\\u\\AppData\\Roaming\\Claude\\claude_desktop_config.json",
        "codex user: C:\\Users\\u\\.codex\\config.toml",
        "codex project: D:\\repo\\.codex\\config.toml",
        "copilot user: C:\\Users\\u\\.copilot\\mcp-config.json",
        "copilot project: D:\\repo\\.github\\mcp.json",
        "gemini project: D:\\repo\\.gemini\\settings.json",
        "gemini user: C:\\Users\\u\\.gemini\\settings.json",
        "opencode project: D:\\repo\\opencode.json | D:\\repo\\opencode.jsonc",
        "opencode user: C:\\Users\\u\\.config\\opencode\\opencode.json | C:\\Users\\u\\.config\\opencode\\opencode.jsonc",
      ]
    `);
  });

  it.each<[Place, string, string]>([
    [
      { ...linux, env: { XDG_CONFIG_HOME: '/x' } },
      'jetbrains',
      '/x/github-copilot/intellij/mcp.json',
    ],
    [{ ...linux, env: { XDG_CONFIG_HOME: '/x' } }, 'vscode', '/x/Code/User/mcp.json'],
    [
      { ...mac, env: { XDG_CONFIG_HOME: '/x' } },
      'jetbrains',
      '/x/github-copilot/intellij/mcp.json',
    ],
    [
      { ...linux, env: { XDG_CONFIG_HOME: 'x' } },
      'opencode',
      '/home/u/.config/opencode/opencode.json',
    ],
    [{ ...linux, env: { CLAUDE_CONFIG_DIR: '/c' } }, 'claude', '/c/.claude.json'],
    [{ ...linux, env: { CODEX_HOME: '/c' } }, 'codex', '/c/config.toml'],
    [{ ...linux, env: { COPILOT_HOME: '/c' } }, 'copilot', '/c/mcp-config.json'],
    [{ ...linux, env: { GEMINI_CLI_HOME: '/g' } }, 'gemini', '/g/.gemini/settings.json'],
    [
      { ...windows, env: { LOCALAPPDATA: 'E:\\local' } },
      'jetbrains',
      'E:\\local\\github-copilot\\intellij\\mcp.json',
    ],
    [
      { ...windows, env: { APPDATA: 'E:\\roaming' } },
      'claude-desktop',
      'E:\\roaming\\Claude\\claude_desktop_config.json',
    ],
  ])('follow what the environment says (%#)', (place, name, file) => {
    expect(filesOf(parseClientName(name), 'user', place)[0]).toBe(file);
  });
});

describe('entries', () => {
  const shown = (entry: unknown) => JSON.stringify(entry);

  it('that start Ralph', () => {
    const launch = { command: 'ralph', args: ['mcp', '--transport', 'stdio', '--root', '/repo'] };
    expect(
      clientNames.map((name) => `${name}: ${shown(clients[name].stdio(launch))}`),
    ).toMatchInlineSnapshot(`
      [
        "jetbrains: {"command":"ralph","args":["mcp","--transport","stdio","--root","/repo"]}",
        "vscode: {"type":"stdio","command":"ralph","args":["mcp","--transport","stdio","--root","/repo"]}",
        "cursor: {"command":"ralph","args":["mcp","--transport","stdio","--root","/repo"]}",
        "claude: {"type":"stdio","command":"ralph","args":["mcp","--transport","stdio","--root","/repo"]}",
        "claude-desktop: {"command":"ralph","args":["mcp","--transport","stdio","--root","/repo"]}",
        "codex: {"command":"ralph","args":["mcp","--transport","stdio","--root","/repo"]}",
        "copilot: {"type":"local","command":"ralph","args":["mcp","--transport","stdio","--root","/repo"],"tools":["*"]}",
        "gemini: {"command":"ralph","args":["mcp","--transport","stdio","--root","/repo"]}",
        "opencode: {"type":"local","command":["ralph","mcp","--transport","stdio","--root","/repo"],"enabled":true}",
      ]
    `);
  });

  it('that reach a running Ralph with a token by reference', () => {
    expect(httpEntries({ kind: 'variable', name: 'RALPH_MCP_TOKEN' })).toMatchInlineSnapshot(`
      [
        "jetbrains: {"url":"http://127.0.0.1:8765/mcp","requestInit":{"headers":{"Authorization":"Bearer \${env:RALPH_MCP_TOKEN}"}}}",
        "vscode: {"type":"http","url":"http://127.0.0.1:8765/mcp","headers":{"Authorization":"Bearer \${env:RALPH_MCP_TOKEN}"}}",
        "cursor: {"url":"http://127.0.0.1:8765/mcp","headers":{"Authorization":"Bearer \${env:RALPH_MCP_TOKEN}"}}",
        "claude: {"type":"http","url":"http://127.0.0.1:8765/mcp","headers":{"Authorization":"Bearer \${RALPH_MCP_TOKEN}"}}",
        "claude-desktop: undefined",
        "codex: {"url":"http://127.0.0.1:8765/mcp","bearer_token_env_var":"RALPH_MCP_TOKEN"}",
        "copilot: {"type":"http","url":"http://127.0.0.1:8765/mcp","headers":{"Authorization":"Bearer \${RALPH_MCP_TOKEN}"},"tools":["*"]}",
        "gemini: {"httpUrl":"http://127.0.0.1:8765/mcp","headers":{"Authorization":"Bearer \${RALPH_MCP_TOKEN}"}}",
        "opencode: {"type":"remote","url":"http://127.0.0.1:8765/mcp","headers":{"Authorization":"Bearer {env:RALPH_MCP_TOKEN}"},"enabled":true}",
      ]
    `);
  });

  it('that reach a running Ralph with the token itself', () => {
    expect(httpEntries({ kind: 'literal', value: 't0k' })).toMatchInlineSnapshot(`
      [
        "jetbrains: {"url":"http://127.0.0.1:8765/mcp","requestInit":{"headers":{"Authorization":"Bearer t0k"}}}",
        "vscode: {"type":"http","url":"http://127.0.0.1:8765/mcp","headers":{"Authorization":"Bearer t0k"}}",
        "cursor: {"url":"http://127.0.0.1:8765/mcp","headers":{"Authorization":"Bearer t0k"}}",
        "claude: {"type":"http","url":"http://127.0.0.1:8765/mcp","headers":{"Authorization":"Bearer t0k"}}",
        "claude-desktop: undefined",
        "codex: {"url":"http://127.0.0.1:8765/mcp","http_headers":{"Authorization":"Bearer t0k"}}",
        "copilot: {"type":"http","url":"http://127.0.0.1:8765/mcp","headers":{"Authorization":"Bearer t0k"},"tools":["*"]}",
        "gemini: {"httpUrl":"http://127.0.0.1:8765/mcp","headers":{"Authorization":"Bearer t0k"}}",
        "opencode: {"type":"remote","url":"http://127.0.0.1:8765/mcp","headers":{"Authorization":"Bearer t0k"},"enabled":true}",
      ]
    `);
  });

  function httpEntries(token: HttpLaunch['token']): string[] {
    const launch = { url: 'http://127.0.0.1:8765/mcp', token };
    return clientNames.map((name) => `${name}: ${shown(clients[name].http?.(launch))}`);
  }
});

describe('refusals', () => {
  it('an unknown client', async () => {
    expect(await failure(() => parseClientName('jetbrain'))).toMatchInlineSnapshot(`
      "There is no client "jetbrain". Did you mean "jetbrains"?
      Name one of: jetbrains, vscode, cursor, claude, claude-desktop, codex, copilot, gemini, opencode."
    `);
    expect(await failure(() => parseClientName('emacs'))).toMatchInlineSnapshot(`
      "There is no client "emacs".
      Name one of: jetbrains, vscode, cursor, claude, claude-desktop, codex, copilot, gemini, opencode."
    `);
  });

  it('a scope that the client does not have', async () => {
    expect(await failure(() => filesOf('jetbrains', 'project', linux))).toMatchInlineSnapshot(`
      "GitHub Copilot in JetBrains IDEs has no project file.
      Use --scope user, or leave --scope out."
    `);
  });
});
