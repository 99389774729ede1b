import type { Environment } from './config-files.ts';
import { type Layer, namedLayer, type Tree } from './layer.ts';

type Read = (text: string) => Tree;

/**
 * The variables that set something, and what they set. A text that is no number or no yes-or-no is
 * passed on as it is, so that the schema refuses it like the same text in a file.
 */
const variables: Readonly<Record<string, Read>> = {
  MAX_ITERATIONS: (text) => ({ budgets: { iterations: toNumber(text) } }),
  PROMPT_FILE: (text) => ({ run: { prompt_file: text } }),
  PRD_FILE: (text) => ({ run: { prd_file: text } }),
  SLEEP_SECONDS: (text) => ({ run: { sleep_seconds: toNumber(text) } }),
  INTERACTIVE: (text) => ({ run: { interactive: toBoolean(text) } }),
  ALLOWED_PATHS: (text) => ({ run: { allowed_paths: toList(text) } }),
  RALPH_BRANCH: (text) => ({ run: { branch: text } }),
  // Whoever names a command means it to be used.
  AGENT_CMD: (text) => ({ agents: { default: 'custom', custom: { command: text } } }),
  MODEL: (text) => ({ agents: { model: text } }),
  MODEL_REASONING_EFFORT: (text) => ({ agents: { model_reasoning_effort: text } }),
  RALPH_UI: (text) => ({ ui: { mode: text } }),
  NO_COLOR: () => ({ ui: { no_color: true } }),
  RALPH_ASCII: (text) => ({ ui: { ascii_only: toBoolean(text) } }),
  RALPH_AI_RAW: (text) => ({ ui: { ai_raw: toBoolean(text) } }),
  RALPH_AI_SHOW_FINAL: (text) => ({ ui: { ai_show_final: toBoolean(text) } }),
  RALPH_AI_SHOW_PROMPT: (text) => ({ ui: { ai_show_prompt: toBoolean(text) } }),
  RALPH_AI_PROMPT_PROGRESS_EVERY: (text) => ({ ui: { ai_prompt_progress_every: toNumber(text) } }),
  RALPH_AI_TOOL_MODE: (text) => ({ ui: { ai_tool_mode: text } }),
  RALPH_AI_SYS_MODE: (text) => ({ ui: { ai_sys_mode: text } }),
};

export const environmentNames: readonly string[] = Object.keys(variables);

/** An empty variable counts as unset, except where being empty, or being there at all, is the message. */
const meansSomethingEmpty = new Set(['NO_COLOR', 'RALPH_BRANCH']);

export function environmentLayers(env: Environment): Layer[] {
  return Object.entries(variables).flatMap(([name, read]) => {
    const text = env[name];
    if (text === undefined || (text.trim() === '' && !meansSomethingEmpty.has(name))) return [];
    return [namedLayer('environment', name, read(text.trim()))];
  });
}

function toNumber(text: string): unknown {
  return /^[+-]?(\d+\.?\d*|\.\d+)$/.test(text) ? Number(text) : text;
}

function toBoolean(text: string): unknown {
  if (/^(1|true|yes|on)$/i.test(text)) return true;
  return /^(0|false|no|off)$/i.test(text) ? false : text;
}

function toList(text: string): string[] {
  return text
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '');
}
