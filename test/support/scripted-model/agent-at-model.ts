import path from 'node:path';
import type { LaunchIntent } from '../../../src/loop/agents/adapter.ts';
import { option } from '../../../src/loop/agents/options.ts';

export const liveAgents = ['claude', 'codex', 'gemini', 'copilot', 'opencode'] as const;
export type LiveAgent = (typeof liveAgents)[number];

type Pointing = Pick<LaunchIntent, 'env' | 'model' | 'extraArgs'> & {
  /** Files that the agent reads, by path below its home. */
  readonly files?: Readonly<Record<string, string>>;
};

/** What makes an agent ask the scripted model instead of its vendor, and give up soon when that fails. */
export const pointAt: Readonly<Record<LiveAgent, (url: string, home: string) => Pointing>> = {
  claude: (url) => ({
    model: 'claude-sonnet-4-5',
    env: {
      ANTHROPIC_BASE_URL: url,
      ANTHROPIC_API_KEY: 'sk-ant-dummy',
      CLAUDE_CODE_MAX_RETRIES: '1',
    },
  }),
  codex: (url, home) => ({
    model: 'gpt-5.1',
    env: { CODEX_HOME: path.join(home, '.codex'), MOCK_KEY: 'dummy' },
    files: { '.codex/AGENTS.md': '' },
    extraArgs: [
      ...option('-c', 'model_provider="mock"'),
      ...option(
        '-c',
        `model_providers.mock={name="mock",base_url="${url}/v1",wire_api="responses",env_key="MOCK_KEY",request_max_retries=1,stream_max_retries=1}`,
      ),
    ],
  }),
  gemini: (url) => ({
    model: 'gemini-2.5-flash',
    env: { GEMINI_API_KEY: 'dummy', GOOGLE_GEMINI_BASE_URL: url },
  }),
  copilot: (url, home) => ({
    model: 'gpt-5.1',
    env: {
      COPILOT_HOME: path.join(home, '.copilot'),
      COPILOT_OFFLINE: 'true',
      COPILOT_PROVIDER_BASE_URL: `${url}/v1`,
      COPILOT_PROVIDER_TYPE: 'openai',
      COPILOT_PROVIDER_API_KEY: 'dummy',
    },
  }),
  opencode: (url, home) => ({
    model: 'mock/mock-model',
    env: {
      OPENCODE_CONFIG: path.join(home, 'opencode.json'),
      OPENCODE_DISABLE_MODELS_FETCH: '1',
      OPENCODE_DISABLE_DEFAULT_PLUGINS: '1',
      npm_config_offline: 'true',
    },
    files: {
      'opencode.json': JSON.stringify({
        small_model: 'mock/mock-model',
        enabled_providers: ['mock'],
        provider: {
          mock: {
            npm: '@ai-sdk/openai-compatible',
            options: { baseURL: `${url}/v1`, apiKey: 'dummy' },
            models: { 'mock-model': { cost: { input: 1, output: 2, cache_read: 0.5 } } },
          },
        },
      }),
    },
  }),
};
