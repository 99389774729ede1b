import type { McpServer } from '../agents/adapter.ts';
import type { Work } from './rules/completion.ts';

/** One iteration's share of the work, and the session that it is done in. */
export interface Assignment {
  readonly prompt: string;
  readonly prompt_tokens: number;
  readonly task: { readonly id: number | string; readonly title: string } | null;
  readonly session_id: string | null;
  readonly mcp_config: { readonly mcpServers: Readonly<Record<string, McpServer>> } | null;
  /** Names of Ralph's tools that the session may call. */
  readonly tools: readonly string[];
  /** What the memory said to the session; null where none was asked. */
  readonly context: AssignedContext | null;
}

export interface AssignedContext {
  /** Of what was recalled for the prompt, as the agent may cite it. */
  readonly ids: readonly string[];
  readonly held_out: readonly string[];
  /** Of what the memory keeps and the run shows by itself; it may be cited too. */
  readonly told: readonly string[];
  readonly tokens: number;
  /** What the search came down to; null when it had everything. */
  readonly degraded: string | null;
}

export type NextAssignment =
  | { readonly kind: 'work'; readonly assignment: Assignment }
  /** Nothing can be taken now; the reason says what everything waits for. */
  | { readonly kind: 'wait'; readonly for: 'answers' | 'claims'; readonly reason: string }
  /** There is nothing left to take. */
  | { readonly kind: 'nothing'; readonly reason: string };

/** What a red gate printed, and under which id the memory keeps it, if it does. */
export interface GateOutput {
  readonly gate: string;
  readonly text: string;
  readonly kept: string | undefined;
}

/** What the engine tells the next prompt about the run so far. */
export interface RunHistory {
  readonly run_id: string;
  readonly iteration: number;
  readonly of: number;
  /** What the last judgement found missing: a red gate's failures, a rejection and why. */
  readonly last_verdict: string | null;
  readonly last_failures: readonly string[];
  readonly last_outputs: readonly GateOutput[];
  /** What went wrong then, in the words in which the memory keeps it. */
  readonly last_error: string | null;
  /** The same as a question: in its own words, without those that Ralph puts around it. */
  readonly last_question: string | null;
  readonly notes: readonly string[];
  /** The task of a launch that was broken off: it is given again. */
  readonly unfinished_task_id: number | null;
}

/**
 * What a run works on: a prompt, a PRD or the task queue. The engine asks for the next piece, launches the agent on
 * it, judges, and says how it went; it never looks into the work itself.
 */
export interface WorkSource {
  next(history: RunHistory): Promise<NextAssignment>;
  /** How far the work is, read from the files and rows themselves. `lastText` is what the agent said last. */
  measure(lastText: string): Promise<Work>;
  /**
   * The iteration stands. With red gates, what the agent closed in it is opened again; `gateProblem` says which
   * gate was red, for whoever takes it up.
   */
  accepted(assignment: Assignment, gatesGreen: boolean, gateProblem?: string): Promise<void>;
  /**
   * The iteration does not stand: everything its session did to the project is taken back, and the task is free.
   * Says what stays all the same, because others have worked on it since.
   */
  rejected(assignment: Pick<Assignment, 'session_id' | 'task'>): Promise<readonly string[]>;
  /** Questions that were asked in this session and nobody has answered. */
  openQuestions(
    sessionId: string | null,
  ): Promise<readonly { id: number; task_id: number | null; text: string }[]>;
}
