import type { PartialLoopSettings } from '../../services.ts';
import type { RunRequest } from './run-request.ts';

/**
 * Wishes as the strongest layer of the configuration, each under the name that its giver knows it by, so that one
 * set of rules judges a value wherever it was written.
 */
export function explicitSettings(
  request: RunRequest,
  nameOf: (field: string) => string,
): Readonly<Record<string, PartialLoopSettings>> {
  const given = settingsOf(request).filter(([field]) => request[field] !== undefined);
  return Object.fromEntries(given.map(([field, setting]) => [nameOf(field), setting]));
}

function settingsOf(wish: RunRequest): readonly [keyof RunRequest, PartialLoopSettings][] {
  return [
    ['prompt_file', { run: { prompt_file: wish.prompt_file } }],
    ['prd_file', { run: { prd_file: wish.prd_file } }],
    ['sleep_seconds', { run: { sleep_seconds: wish.sleep_seconds } }],
    ['allowed_paths', { run: { allowed_paths: wish.allowed_paths } }],
    ['branch', { run: { branch: wish.branch } }],
    ['interactive', { run: { interactive: wish.interactive } }],
    ['commit', { commit: wish.commit }],
    ['max_iterations', { budgets: { iterations: wish.max_iterations } }],
    ['max_cost', { budgets: { cost_usd: wish.max_cost } }],
    ['max_tokens', { budgets: { tokens: wish.max_tokens } }],
    ['max_minutes', { budgets: { minutes: wish.max_minutes } }],
    ['agent', { agents: { default: wish.agent } }],
    // Whoever names a command means it to be used.
    ['agent_cmd', { agents: { default: 'custom', custom: { command: wish.agent_cmd } } }],
    ['ui_mode', { ui: { mode: wish.ui_mode } }],
    ['no_color', { ui: { no_color: wish.no_color } }],
    ['ascii_only', { ui: { ascii_only: wish.ascii_only } }],
    ['ai_raw', { ui: { ai_raw: wish.ai_raw } }],
    ['ai_show_prompt', { ui: { ai_show_prompt: wish.ai_show_prompt } }],
    ['ai_show_final', { ui: { ai_show_final: wish.ai_show_final } }],
    [
      'ai_prompt_progress_every',
      { ui: { ai_prompt_progress_every: wish.ai_prompt_progress_every } },
    ],
    ['ai_tool_mode', { ui: { ai_tool_mode: wish.ai_tool_mode } }],
    ['ai_sys_mode', { ui: { ai_sys_mode: wish.ai_sys_mode } }],
  ];
}
