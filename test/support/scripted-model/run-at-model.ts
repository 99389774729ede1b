import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { onTestFinished } from 'vitest';
import type { AgentEvent, Permission } from '../../../src/loop/agents/adapter.ts';
import { adapters } from '../../../src/loop/agents/adapters.ts';
import { launchAgent } from '../../../src/loop/agents/launch-agent.ts';
import { scratchFolder } from '../scratch-folder.ts';
import { type LiveAgent, pointAt } from './agent-at-model.ts';
import { installAgents } from './installed-agents.ts';
import { type ModelMood, startScriptedModel } from './scripted-model.ts';

const reportServer = path.resolve(
  import.meta.dirname,
  '../../../src/loop/agents/testing/report-server.mjs',
);

interface Settings {
  readonly permission?: Permission;
  /** The MCP server's program, if not the one that works. */
  readonly server?: string;
  readonly idleTimeoutMs?: number;
}

/** Launches a real agent, in a home and a project of its own, on a model in this mood. */
export async function runAtModel(agent: LiveAgent, mood: ModelMood, settings: Settings = {}) {
  const folder = scratchFolder();
  const at = (...parts: string[]) => path.join(folder, ...parts);
  const write = (file: string, content: string) => {
    mkdirSync(path.dirname(file), { recursive: true });
    writeFileSync(file, content);
  };
  const read = (file: string) => (existsSync(file) ? readFileSync(file, 'utf8') : undefined);

  for (const name of ['project', 'home']) mkdirSync(at(name));
  const model = await startScriptedModel(mood, at('project', 'out.txt'));
  onTestFinished(() => model.close());
  const { files, env, ...pointing } = pointAt[agent](model.url, at('home'));
  for (const [name, content] of Object.entries(files ?? {})) write(at('home', name), content);

  const events: AgentEvent[] = [];
  const server = {
    type: 'stdio',
    command: process.execPath,
    args: [settings.server ?? reportServer],
    env: { REPORT_FILE: at('notes.txt') },
  };
  const outcome = await launchAgent({
    adapter: adapters[agent],
    signal: AbortSignal.timeout(180_000),
    idleTimeoutMs: settings.idleTimeoutMs ?? 90_000,
    graceMs: 2_000,
    onEvent: (event) => events.push(event),
    intent: {
      prompt: 'Report progress, write out.txt, then say that you are done.',
      cwd: at('project'),
      mcpConfig: { mcpServers: { ralph: server } },
      permission: settings.permission ?? 'edit',
      mcpTools: ['report'],
      env: { PATH: `${installAgents()}:${process.env.PATH}`, HOME: at('home'), ...env },
      scratch: at('scratch'),
      ...pointing,
    },
  });
  return { outcome, events, model, notes: read(at('notes.txt')), out: read(at('project/out.txt')) };
}
