import { stat } from 'node:fs/promises';
import path from 'node:path';
import type { InstalledAgent } from './known-agents.ts';

type Environment = Readonly<Record<string, string | undefined>>;

interface LoginPlaces {
  /** Variables that stand for a login. */
  readonly variables: readonly string[];
  /** Files that a login leaves; they are never read. */
  files(env: Environment, home: string): readonly string[];
  /** The system's key ring may hold it instead, which nobody can look into. */
  readonly keyRing: readonly NodeJS.Platform[];
  readonly fix: string;
}

const dataHome = (env: Environment, home: string) =>
  env.XDG_DATA_HOME || path.join(home, '.local', 'share');

const places: Readonly<Record<InstalledAgent, LoginPlaces>> = {
  claude: {
    variables: [
      'ANTHROPIC_API_KEY',
      'ANTHROPIC_AUTH_TOKEN',
      'CLAUDE_CODE_OAUTH_TOKEN',
      'CLAUDE_CODE_USE_BEDROCK',
      'CLAUDE_CODE_USE_VERTEX',
    ],
    files: (env, home) => [
      path.join(env.CLAUDE_CONFIG_DIR || path.join(home, '.claude'), '.credentials.json'),
    ],
    keyRing: ['darwin'],
    fix: 'Start claude and type /login, or set ANTHROPIC_API_KEY.',
  },
  codex: {
    variables: ['CODEX_API_KEY', 'OPENAI_API_KEY'],
    files: (env, home) => [path.join(env.CODEX_HOME || path.join(home, '.codex'), 'auth.json')],
    keyRing: [],
    fix: 'Run codex login, or set OPENAI_API_KEY.',
  },
  opencode: {
    variables: ['ANTHROPIC_API_KEY', 'OPENAI_API_KEY', 'GEMINI_API_KEY', 'OPENROUTER_API_KEY'],
    files: (env, home) => [path.join(dataHome(env, home), 'opencode', 'auth.json')],
    keyRing: [],
    fix: 'Run opencode auth login, or set the key of your provider.',
  },
  gemini: {
    variables: ['GEMINI_API_KEY', 'GOOGLE_API_KEY', 'GOOGLE_GENAI_USE_VERTEXAI'],
    files: (env, home) =>
      ['oauth_creds.json', 'gemini-credentials.json'].map((name) =>
        path.join(env.GEMINI_CLI_HOME || home, '.gemini', name),
      ),
    keyRing: ['darwin', 'win32'],
    fix: 'Start gemini and sign in, or set GEMINI_API_KEY.',
  },
  copilot: {
    variables: ['COPILOT_GITHUB_TOKEN', 'GH_TOKEN', 'GITHUB_TOKEN', 'COPILOT_PROVIDER_BASE_URL'],
    files: () => [],
    keyRing: ['linux', 'darwin', 'win32'],
    fix: 'Start copilot and type /login, or set GH_TOKEN.',
  },
  qwen: {
    variables: ['OPENAI_API_KEY', 'DASHSCOPE_API_KEY'],
    files: (_, home) => [path.join(home, '.qwen', 'oauth_creds.json')],
    keyRing: [],
    fix: 'Start qwen and sign in, or set OPENAI_API_KEY.',
  },
  amp: {
    variables: ['AMP_API_KEY'],
    files: (env, home) => [path.join(dataHome(env, home), 'amp', 'secrets.json')],
    keyRing: [],
    fix: 'Run amp login, or set AMP_API_KEY.',
  },
};

export type Login =
  | { readonly state: 'found'; readonly where: string }
  | { readonly state: 'missing'; readonly fix: string }
  | { readonly state: 'unknown' };

/** Whether somebody is logged in to an agent, as far as can be told without starting it. Looks at names alone. */
export async function findLogin(
  agent: InstalledAgent,
  where: {
    readonly env: Environment;
    readonly home: string;
    readonly platform: NodeJS.Platform;
  },
): Promise<Login> {
  const { variables, files, keyRing, fix } = places[agent];
  const variable = variables.find((name) => where.env[name]);
  if (variable !== undefined) return { state: 'found', where: variable };
  for (const file of files(where.env, where.home)) {
    const found = await stat(file).catch(() => undefined);
    if (found?.isFile()) return { state: 'found', where: file };
  }
  return keyRing.includes(where.platform) ? { state: 'unknown' } : { state: 'missing', fix };
}
