import path from 'node:path';
import type { AgentName } from '../../config.ts';
import { temporaryFolder, writeFiles } from '../../testing/temporary-folder.ts';
import type { AgentEvent, LaunchIntent } from '../adapter.ts';
import { adapters } from '../adapters.ts';
import type { DemoStep } from '../demo/agent-program.ts';
import { type LaunchOptions, launchAgent } from '../launch-agent.ts';

type Settings = Partial<Omit<LaunchOptions, 'adapter' | 'intent'>> & {
  readonly intent?: Partial<LaunchIntent>;
};

/** Launches an agent in a folder of its own and keeps everything that it tells. */
export async function launch(agent: AgentName, settings: Settings = {}) {
  const cwd = temporaryFolder();
  const events: AgentEvent[] = [];
  const lines: string[] = [];
  const outcome = await launchAgent({
    signal: new AbortController().signal,
    idleTimeoutMs: 20_000,
    graceMs: 300,
    onEvent: (event) => events.push(event),
    onLine: (line, stream) => lines.push(`${stream}: ${line}`),
    ...settings,
    adapter: adapters[agent],
    intent: {
      prompt: 'the prompt',
      cwd,
      mcpConfig: null,
      permission: 'edit',
      mcpTools: [],
      env: { PATH: process.env.PATH },
      scratch: path.join(temporaryFolder(), 'scratch'),
      ...settings.intent,
    },
  });
  return { outcome, events, lines, cwd };
}

/** Launches the scripted agent on these steps. */
export function launchDemo(steps: readonly DemoStep[], settings: Settings = {}) {
  const folder = temporaryFolder();
  writeFiles(folder, { 'script.json': JSON.stringify({ turns: [{ steps }] }) });
  const env = { PATH: process.env.PATH, RALPH_DEMO_SCRIPT: path.join(folder, 'script.json') };
  const intent = { ...settings.intent, env: { ...env, ...settings.intent?.env } };
  return launch('demo', { ...settings, intent });
}
