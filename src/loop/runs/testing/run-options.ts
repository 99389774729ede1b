import type { RunOptions } from '../run-options.ts';

/** What a run is asked for unless a test asks for more: one silent launch of the scripted agent, no gates. */
export function runOptions(over: Partial<RunOptions> = {}): RunOptions {
  return {
    kind: 'run',
    mode: 'prompt',
    prompt_file: 'scripts/ralph/prompt.md',
    prd_file: 'scripts/ralph/prd.json',
    recipe: 'task_execution',
    sleep_seconds: 0,
    interactive: false,
    allow_edits: true,
    allowed_paths: [],
    yolo: false,
    commit: false,
    branch: null,
    worktree: false,
    agents: [{ name: 'demo' }],
    gates: [],
    notify: {},
    log_keep_days: 30,
    reflect_every: 0,
    ...over,
    budgets: { iterations: 10, minutes: 60, stall: 5, ...over.budgets },
  };
}
