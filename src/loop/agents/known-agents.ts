import { type AgentName, agentNames } from '../config.ts';

export type InstalledAgent = Exclude<AgentName, 'custom' | 'demo'>;

interface KnownAgent {
  readonly title: string;
  /** The program's name on PATH. */
  readonly binary: string;
  readonly npmPackage: string;
}

/** The agents that a user installs, and how to get one that is missing. */
export const knownAgents: Readonly<Record<InstalledAgent, KnownAgent>> = {
  claude: { title: 'Claude Code', binary: 'claude', npmPackage: '@anthropic-ai/claude-code' },
  codex: { title: 'Codex', binary: 'codex', npmPackage: '@openai/codex' },
  opencode: { title: 'opencode', binary: 'opencode', npmPackage: 'opencode-ai' },
  gemini: { title: 'Gemini CLI', binary: 'gemini', npmPackage: '@google/gemini-cli' },
  copilot: { title: 'GitHub Copilot CLI', binary: 'copilot', npmPackage: '@github/copilot' },
  qwen: { title: 'Qwen Code', binary: 'qwen', npmPackage: '@qwen-code/qwen-code' },
  amp: { title: 'Amp', binary: 'amp', npmPackage: '@ampcode/cli' },
};

export function isAgentName(name: string): name is AgentName {
  return agentNames.some((known) => known === name);
}

export function installHint(name: InstalledAgent): string {
  return `npm install -g ${knownAgents[name].npmPackage}`;
}
