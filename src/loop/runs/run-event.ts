import type { AgentEvent } from '../agents/adapter.ts';
import type { GateResult } from '../gates/gate.ts';
import type { RunPhase, RunStatus, Spend } from './run.ts';

/**
 * What happens in a run, in the order it happens. Each is a row before Ralph acts on it, but for `agent` events of
 * kind text and raw, which go to the transcript only: there may be many, and nothing depends on them.
 */
export type RunEvent =
  | {
      readonly kind: 'run_started';
      readonly mode: string;
      readonly agent: string;
      readonly gates: readonly { readonly name: string; readonly run: string }[];
      readonly budgets: Readonly<Record<string, number>>;
      readonly log_path: string;
      /** Where the work goes, when that is not the branch that was checked out. */
      readonly branch?: string;
      readonly worktree?: boolean;
    }
  | {
      readonly kind: 'run_resumed';
      readonly iteration: number;
      readonly how_to_recover: string | null;
    }
  | { readonly kind: 'phase'; readonly phase: RunPhase }
  | { readonly kind: 'waiting'; readonly for: string; readonly until: string | null }
  | {
      readonly kind: 'baseline';
      readonly gates: readonly GateResult[];
      /** Red gates that do not keep the run from being complete, as long as nothing else fails in them. */
      readonly forgiven?: readonly string[];
    }
  | {
      readonly kind: 'iteration_started';
      readonly iteration: number;
      readonly of: number;
      readonly agent: string;
      readonly task: { readonly id: number | string; readonly title: string } | null;
      readonly session_id: string | null;
      readonly prompt_tokens: number;
      /** What of the prompt was recalled. */
      readonly context?: {
        readonly items: number;
        readonly held_out: number;
        readonly tokens: number;
        readonly degraded: string | null;
      };
    }
  | { readonly kind: 'agent'; readonly event: AgentEvent }
  | { readonly kind: 'gate_started'; readonly name: string }
  | {
      readonly kind: 'gate';
      readonly result: GateResult;
      /** It is red with nothing but failures that were there before the run and are let pass. */
      readonly forgiven?: boolean;
    }
  | {
      readonly kind: 'guard';
      readonly violations: readonly { readonly path: string; readonly why: string }[];
      readonly how_to_recover: string | null;
    }
  | { readonly kind: 'tampering'; readonly findings: readonly string[] }
  | {
      readonly kind: 'iteration_ended';
      readonly iteration: number;
      readonly status: 'accepted' | 'rejected' | 'abandoned';
      readonly verdict: string;
      readonly progress: string | null;
      readonly changed_files: readonly string[];
      readonly commits: readonly string[];
      readonly gates_green: boolean | null;
      /** Where its work is, when that was taken out of the tree. */
      readonly how_to_recover?: string | null;
      readonly spend: Spend;
    }
  | { readonly kind: 'fallback'; readonly from: string; readonly to: string; readonly why: string }
  | {
      readonly kind: 'question';
      readonly id: number;
      readonly task_id: number | null;
      readonly text: string;
    }
  | {
      readonly kind: 'reflection';
      /** Changes to the skillbook that the agent asked for, and how many of them were made. */
      readonly operations: number;
      readonly applied: number;
      /** Why there were none, when something went wrong. */
      readonly problem: string | null;
    }
  | { readonly kind: 'note'; readonly text: string }
  | { readonly kind: 'warning'; readonly message: string }
  | {
      readonly kind: 'run_ended';
      readonly status: RunStatus;
      readonly exit_code: number;
      readonly reason: string;
      readonly spend: Spend;
    };

/** As stored and as printed by `--json`: one line each. */
export interface RecordedRunEvent {
  /** Grows by one within the run; what a cursor counts. */
  readonly seq: number;
  readonly run_id: string;
  readonly iteration: number | null;
  readonly at: string;
  readonly event: RunEvent;
}
