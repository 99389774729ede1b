import type { GateResult } from '../../gates/gate.ts';
import type { Iteration, Run } from '../run.ts';
import type { RecordedRunEvent, RunEvent } from '../run-event.ts';
import { runOptions } from './run-options.ts';

const began = Date.parse('2026-03-04T05:06:07.000Z');
const at = (seconds: number) => new Date(began + seconds * 1000).toISOString();

const gate = (name: string, over: Partial<GateResult> = {}): GateResult => ({
  name,
  ok: true,
  exit_code: 0,
  duration_ms: 1_234,
  timed_out: false,
  output_tail: '',
  failures: [],
  unnamed_failures: 0,
  ...over,
});
const red = gate('test', {
  ok: false,
  exit_code: 1,
  duration_ms: 65_000,
  output_tail: 'FAIL login.test.ts\n  adds a user',
  failures: ['login.test.ts > adds a user'],
});
const spend = { input_tokens: 12_000, output_tokens: 345, cost_usd: 0.0612 };
const recovery =
  'The work is kept in refs/ralph/rejected/run_sample/1; to take it back: git cherry-pick';

/** A run of two iterations in which most of what can happen does: second, iteration, event. */
const happened: readonly (readonly [number, number | null, RunEvent])[] = [
  [
    0,
    null,
    {
      kind: 'run_started',
      mode: 'tasks',
      agent: 'claude',
      gates: [
        { name: 'lint', run: 'npm run lint' },
        { name: 'test', run: 'npm test' },
      ],
      budgets: { iterations: 10, minutes: 240, stall: 5 },
      log_path: '.ralph/logs/20260304-050607_ralph_run.log',
    },
  ],
  [0, null, { kind: 'phase', phase: 'baseline' }],
  [3, null, { kind: 'baseline', gates: [gate('lint'), gate('test')] }],
  [
    4,
    1,
    {
      kind: 'iteration_started',
      iteration: 1,
      of: 10,
      agent: 'claude',
      task: { id: 12, title: 'Add a login 登录' },
      session_id: 'ses_1',
      prompt_tokens: 900,
    },
  ],
  [4, 1, { kind: 'phase', phase: 'agent' }],
  [5, 1, { kind: 'agent', event: { kind: 'mcp_status', server: 'ralph', status: 'connected' } }],
  [
    6,
    1,
    {
      kind: 'agent',
      event: { kind: 'tool_start', id: 't1', tool: 'Bash', input: { command: 'npm test' } },
    },
  ],
  [
    20,
    1,
    {
      kind: 'agent',
      event: { kind: 'tool_end', id: 't1', tool: 'Bash', ok: false, output: '1 test failed' },
    },
  ],
  [21, 1, { kind: 'agent', event: { kind: 'usage', input_tokens: 12_000, output_tokens: 345 } }],
  [22, 1, { kind: 'agent', event: { kind: 'cost', usd: 0.0612 } }],
  [
    22,
    1,
    {
      kind: 'agent',
      event: {
        kind: 'final',
        text: 'All done.\n\x1b]0;owned\x07\x1b[2J<promise>COMPLETE</promise>',
      },
    },
  ],
  [
    23,
    1,
    {
      kind: 'guard',
      violations: [{ path: 'secrets/key.pem', why: 'it is not in allowed_paths' }],
      how_to_recover: recovery,
    },
  ],
  [
    24,
    1,
    {
      kind: 'iteration_ended',
      iteration: 1,
      status: 'rejected',
      verdict: 'the iteration was rejected',
      progress: null,
      changed_files: ['secrets/key.pem'],
      commits: [],
      gates_green: null,
      spend,
    },
  ],
  [25, null, { kind: 'phase', phase: 'rate_limit' }],
  [25, null, { kind: 'waiting', for: 'the rate limit of claude', until: at(145) }],
  [26, null, { kind: 'fallback', from: 'claude', to: 'codex', why: 'its rate limit is reached' }],
  [27, null, { kind: 'note', text: 'Keep the old API' }],
  [
    28,
    2,
    {
      kind: 'iteration_started',
      iteration: 2,
      of: 10,
      agent: 'codex',
      task: { id: 12, title: 'Add a login 登录' },
      session_id: 'ses_2',
      prompt_tokens: 950,
    },
  ],
  [28, 2, { kind: 'phase', phase: 'agent' }],
  [29, 2, { kind: 'question', id: 3, task_id: 12, text: 'Which database?' }],
  [90, 2, { kind: 'phase', phase: 'gates' }],
  [90, 2, { kind: 'gate_started', name: 'lint' }],
  [91, 2, { kind: 'gate', result: gate('lint') }],
  [91, 2, { kind: 'gate_started', name: 'test' }],
  [156, 2, { kind: 'gate', result: red }],
  [157, 2, { kind: 'tampering', findings: ['vitest.config.ts now skips tests'] }],
  [157, 2, { kind: 'warning', message: 'Nobody was told of the end of the run: time-out.' }],
  [
    158,
    2,
    {
      kind: 'iteration_ended',
      iteration: 2,
      status: 'accepted',
      verdict: '1 task is open',
      progress: 'a new commit',
      changed_files: ['src/login.ts', 'src/user.ts'],
      commits: ['0a1b2c3'],
      gates_green: false,
      spend: { input_tokens: 800, output_tokens: 90, cost_usd: null },
    },
  ],
  [
    3_760,
    null,
    {
      kind: 'run_ended',
      status: 'stopped',
      exit_code: 1,
      reason: 'the budget of 240 minutes is spent (240 used)',
      spend: { input_tokens: 12_800, output_tokens: 435, cost_usd: 0.0612 },
    },
  ],
];

export const sampleEvents: readonly RecordedRunEvent[] = happened.map(
  ([second, iteration, event], index) => ({
    seq: index + 1,
    run_id: 'run_sample',
    iteration,
    at: at(second),
    event,
  }),
);

export const sampleRun: Run = {
  id: 'run_sample',
  options: runOptions({
    mode: 'tasks',
    agents: [{ name: 'claude' }, { name: 'codex' }],
    gates: [
      { name: 'lint', run: 'npm run lint', baseline: 'strict' },
      { name: 'test', run: 'npm test', baseline: 'strict' },
    ],
  }),
  started_by: 'cli',
  status: 'stopped',
  phase: null,
  waiting: null,
  created_at: at(0),
  started_at: at(0),
  ended_at: at(3_760),
  exit_code: 1,
  reason: 'the budget of 240 minutes is spent (240 used)',
  log_path: '.ralph/logs/20260304-050607_ralph_run.log',
  branch: null,
  worktree: null,
  spend: { input_tokens: 12_800, output_tokens: 435, cost_usd: 0.0612 },
  cancel_requested: false,
  approved: false,
  undone: false,
  baseline: [gate('lint'), gate('test')],
};

const launch = {
  run_id: 'run_sample',
  attempt: 1,
  task_id: 12,
  launch_id: 'launch_1',
  judgement: null,
  tampering: [],
  gates: [],
  commits: [],
  agent_ended: 'exited',
  last_text: 'All done.',
  context: null,
} as const;

export const sampleIterations: readonly Iteration[] = [
  {
    ...launch,
    number: 1,
    status: 'rejected',
    agent: 'claude',
    session_id: 'ses_1',
    started_at: at(4),
    ended_at: at(24),
    changed_files: ['secrets/key.pem'],
    verdict: 'the iteration was rejected',
    rejection: {
      why: 'secrets/key.pem is not in allowed_paths',
      how_to_recover: recovery,
    },
    spend,
  },
  {
    ...launch,
    number: 2,
    status: 'accepted',
    agent: 'codex',
    session_id: 'ses_2',
    started_at: at(28),
    ended_at: at(158),
    changed_files: ['src/user.ts', 'src/login.ts'],
    commits: ['0a1b2c3'],
    gates: [gate('lint'), red],
    tampering: ['vitest.config.ts now skips tests'],
    verdict: '1 task is open',
    rejection: null,
    spend: { input_tokens: 800, output_tokens: 90, cost_usd: null },
  },
];
