import type { AgentName } from '../config.ts';
import type { AgentAdapter } from './adapter.ts';
import { amp } from './amp/adapter.ts';
import { claude } from './claude/adapter.ts';
import { codex } from './codex/adapter.ts';
import { copilot } from './copilot/adapter.ts';
import { custom } from './custom/adapter.ts';
import { demo } from './demo/adapter.ts';
import { gemini } from './gemini/adapter.ts';
import { opencode } from './opencode/adapter.ts';
import { qwen } from './qwen/adapter.ts';

/** Total over the names: one that has no adapter does not compile. */
export const adapters: Readonly<Record<AgentName, AgentAdapter>> = {
  claude,
  codex,
  opencode,
  gemini,
  copilot,
  qwen,
  amp,
  custom,
  demo,
};
