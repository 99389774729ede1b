/** How hard a task is, in the words of benchmark configurations. */
export const complexities = ['low', 'medium', 'high'] as const;
export type Complexity = (typeof complexities)[number];

/** Something that went wrong in this repository before, and what put it right. */
export interface PastFix {
  readonly problem: string;
  readonly fix: string;
  readonly files?: readonly string[] | undefined;
}

/** What is worked on in a trial. */
export interface BenchTask {
  readonly name: string;
  readonly complexity: Complexity;
  readonly expected_improvement?: string | undefined;
  readonly prompt: string;
  readonly source: TaskSource;
  /** A command that makes a fresh copy ready, such as an installation. */
  readonly setup?: string | undefined;
  readonly gates: readonly { readonly name: string; readonly run: string }[];
  /** Oldest first. In the memory of the context variant before the run begins. */
  readonly history: readonly PastFix[];
  readonly skills: readonly string[];
  /** A file that `ralph context export` wrote; stored like the history. */
  readonly memory?: string | undefined;
}

export type TaskSource =
  | { readonly kind: 'files'; readonly files: Readonly<Record<string, string>> }
  | { readonly kind: 'repository'; readonly path: string; readonly commit: string | undefined };
