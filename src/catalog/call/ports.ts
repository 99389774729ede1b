import type { Caller } from '../../tool/tool.ts';

/** What is known of a tool before it is called. */
export interface CallableTool {
  readonly inputSchema: unknown;
  /** Changes when the schema does. */
  readonly schemaHash: string;
  /** Why the tool must not be called before a person has approved it. */
  readonly quarantined: string | null;
}

export interface ToolDefinitions {
  /** Undefined when the index does not have it. Never starts a server. At once when it is at hand. */
  find(server: string, tool: string): CallableTool | Promise<CallableTool | undefined>;
  /** Ids that may have been meant, of those that the caller may use. */
  similar(toolId: string, caller: Caller): Promise<readonly string[]>;
}

export interface RecordedCall {
  readonly server: string;
  readonly tool: string;
  readonly startedAt: Date;
  /** Without the start of the server. */
  readonly latencyMs: number;
  readonly ok: boolean;
  readonly errorCode: string | null;
  readonly sessionId: string | null;
}

export interface CallRecorder {
  /** Notes it, to be written soon: no call waits for the disk, and none fails because of it. */
  record(call: RecordedCall): void;
}

/** Rate limits and lists of what a session may call. */
export interface CallRules {
  /** Throws a ToolError when the call is not allowed now. At once when the rules are at hand. */
  check(server: string, tool: string, caller: Caller): void | Promise<void>;
}
