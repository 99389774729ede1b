import type { ElicitAnswer, JsonSchema, ProgressUpdate } from '../../tool/tool.ts';

/** A question that a server asks in the middle of a call. */
export interface Question {
  readonly message: string;
  readonly schema: JsonSchema;
}

export interface CallOptions {
  readonly signal: AbortSignal;
  readonly onProgress?: (update: ProgressUpdate) => void;
  /** Absent when nobody can be asked: the server is then told that the question was cancelled. */
  readonly elicit?: (question: Question) => Promise<ElicitAnswer>;
  /** Whose call it is. A question goes to somebody only if it cannot be another's. */
  readonly caller: string;
  /** For a server of the newer era over HTTP; others have no use for them. */
  readonly headers?: Readonly<Record<string, string>>;
  /** The server's own limit unless given. */
  readonly timeoutMs?: number;
  /** Called once the server is ready, so that a cold start does not count as the tool's own time. */
  readonly onSent?: () => void;
}

/** A result as the server sent it; nothing of it has been checked. */
export interface RawCallResult {
  readonly content?: unknown;
  readonly structuredContent?: unknown;
  readonly isError?: unknown;
  readonly [key: string]: unknown;
}
