import type { GateResult } from '../gates/gate.ts';
import type { GateJudgement } from '../gates/judge-gates.ts';
import type { RunOptions } from './run-options.ts';

export const runStatuses = [
  'queued',
  'running',
  'complete',
  'failed',
  'stopped',
  'cancelled',
] as const;
export type RunStatus = (typeof runStatuses)[number];

const over: readonly RunStatus[] = ['complete', 'failed', 'stopped', 'cancelled'];

export function hasEnded(run: { readonly status: RunStatus }): boolean {
  return over.includes(run.status);
}

/** What a running run is doing, or waits for. */
export const runPhases = [
  'starting',
  'baseline',
  'planning',
  'agent',
  'gates',
  'judging',
  'sleeping',
  'rate_limit',
  'needs_input',
  'needs_approval',
  'ending',
] as const;
export type RunPhase = (typeof runPhases)[number];

export interface Spend {
  readonly input_tokens: number;
  readonly output_tokens: number;
  /** Null while no launch has reported a cost and none could be computed. */
  readonly cost_usd: number | null;
}

export function addedSpend(a: Spend, b: Spend): Spend {
  const isKnown = a.cost_usd !== null || b.cost_usd !== null;
  return {
    input_tokens: a.input_tokens + b.input_tokens,
    output_tokens: a.output_tokens + b.output_tokens,
    cost_usd: isKnown ? (a.cost_usd ?? 0) + (b.cost_usd ?? 0) : null,
  };
}

/** A run as it stands in the database. Times are ISO 8601. */
export interface Run {
  readonly id: string;
  readonly options: RunOptions;
  readonly started_by: 'cli' | 'mcp';
  readonly status: RunStatus;
  readonly phase: RunPhase | null;
  /** For people: what the phase waits for, until when. */
  readonly waiting: { readonly for: string; readonly until: string | null } | null;
  readonly created_at: string;
  readonly started_at: string | null;
  readonly ended_at: string | null;
  readonly exit_code: 0 | 1 | 2 | 130 | null;
  /** Why it ended, in one sentence. */
  readonly reason: string | null;
  /** Relative to the root. */
  readonly log_path: string;
  /** Branch to review, when the run worked in a worktree. */
  readonly branch: string | null;
  readonly worktree: string | null;
  readonly spend: Spend;
  readonly cancel_requested: boolean;
  readonly approved: boolean;
  readonly undone: boolean;
  /** Gate results before the first iteration; null until they are taken. */
  readonly baseline: readonly GateResult[] | null;
}

export const iterationStatuses = ['running', 'accepted', 'rejected', 'abandoned'] as const;
export type IterationStatus = (typeof iterationStatuses)[number];

/** One launch of the agent, and what Ralph saw of it. */
export interface Iteration {
  readonly run_id: string;
  /** From 1. A launch that was broken off by a crash or a rate limit keeps its row as `abandoned`; its work is done again under the same number. */
  readonly number: number;
  readonly attempt: number;
  readonly status: IterationStatus;
  readonly agent: string;
  readonly session_id: string | null;
  readonly task_id: number | null;
  readonly launch_id: string;
  readonly started_at: string;
  readonly ended_at: string | null;
  readonly changed_files: readonly string[];
  readonly commits: readonly string[];
  readonly gates: readonly GateResult[];
  readonly judgement: GateJudgement | null;
  readonly tampering: readonly string[];
  /** One sentence: done, or what is missing. */
  readonly verdict: string | null;
  /** Why it was rejected or abandoned, and how to get the work back. */
  readonly rejection: { readonly why: string; readonly how_to_recover: string | null } | null;
  readonly spend: Spend;
  readonly agent_ended: string | null;
  readonly last_text: string;
  /** By their ids: what the memory said to its session, and what was stored of it. Null where no memory was asked. */
  readonly context: {
    readonly injected: readonly string[];
    readonly held_out: readonly string[];
    /** What the memory keeps and the run shows by itself: what failed last. */
    readonly told: readonly string[];
    readonly cited: readonly string[];
    /** Null until the memory has taken it. */
    readonly stored: {
      readonly id: string | null;
      readonly errors: readonly string[];
      readonly fixed: readonly string[];
    } | null;
  } | null;
}
