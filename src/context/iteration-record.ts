/** Something that went wrong in an iteration, as it is worth knowing in later ones. */
export interface ErrorNote {
  readonly kind: 'gate' | 'guard' | 'agent' | 'tool';
  /** Of the gate, the agent or the tool; an error of a gate is fixed when that gate is green. */
  readonly name: string;
  readonly text: string;
}

/** All that the memory is told of one launch of an agent, once Ralph has judged it. */
export interface IterationRecord {
  readonly run_id: string;
  readonly iteration: number;
  /** With run and iteration the key: told twice, it is stored once. */
  readonly attempt: number;
  readonly session_id: string | null;
  readonly task_id: number | null;
  readonly status: 'accepted' | 'rejected' | 'abandoned';
  readonly success: boolean;
  readonly summary: string;
  readonly duration_ms: number;
  readonly tokens_used: number;
  readonly cost: number;
  readonly tool_calls: readonly string[];
  /** Files it changed, relative to the root. */
  readonly artifacts: readonly string[];
  readonly errors: readonly ErrorNote[];
  /** What the gates found before the run had done anything, told with the iteration that first has to do with it. */
  readonly errors_before: readonly ErrorNote[];
  readonly green_gates: readonly string[];
  /** Ids of what was in the prompt, of what was left out of it on purpose, and of what the agent named. */
  readonly injected: readonly string[];
  readonly held_out: readonly string[];
  readonly cited: readonly string[];
}

export interface RecordedIteration {
  /** Of the item that tells of the iteration; null with a memory that is turned off. */
  readonly id: string | null;
  readonly errors: readonly string[];
  /** Errors that this iteration got past. */
  readonly fixed: readonly string[];
}
