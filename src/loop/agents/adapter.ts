import type { AgentName } from '../config.ts';

/** How much an agent may do in one session. `full` is only for people who asked for it. */
export type Permission = 'read_only' | 'edit' | 'full';

export interface McpServer {
  readonly type?: string;
  readonly command?: string;
  readonly args?: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  readonly url?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/** What one session needs of an agent, in Ralph's words; the adapter knows the flags. */
export interface LaunchIntent {
  readonly prompt: string;
  readonly cwd: string;
  readonly mcpConfig: { readonly mcpServers: Readonly<Record<string, McpServer>> } | null;
  readonly model?: string;
  readonly reasoningEffort?: string;
  readonly permission: Permission;
  /** Which session this is, where its project lies, and of which run; none where there is no plan to act under. */
  readonly session?: { readonly id: string; readonly root: string; readonly runId: string };
  /** Names of Ralph's tools that this session may call. */
  readonly mcpTools: readonly string[];
  readonly env: Readonly<Record<string, string | undefined>>;
  /** A folder of this session's own for files that the agent reads, outside of what it works on. */
  readonly scratch: string;
  /** Stands for the program's usual name; the whole command line of a custom agent. */
  readonly command?: string;
  /** The user's own arguments, added last. */
  readonly extraArgs?: readonly string[];
}

/** A command line that does what an intent asks for. */
export interface AgentCommand {
  /** A name on PATH or a path; with `shell`, a line that a shell reads. */
  readonly program: string;
  readonly args: readonly string[];
  readonly shell?: boolean;
  /** Added to the intent's environment. */
  readonly env: Readonly<Record<string, string>>;
  /** Content by path below the scratch folder. Only the owner can read them: servers' secrets are in some. */
  readonly files?: Readonly<Record<string, string>>;
  /** Links to make below the scratch folder, where their target exists. */
  readonly links?: Readonly<Record<string, string>>;
}

export type AgentEvent =
  | { readonly kind: 'text'; readonly text: string }
  | {
      readonly kind: 'tool_start';
      readonly id: string;
      readonly tool: string;
      readonly input?: unknown;
    }
  | {
      readonly kind: 'tool_end';
      readonly id: string;
      readonly tool: string;
      readonly ok: boolean;
      readonly output?: string;
    }
  | UsageEvent
  | { readonly kind: 'cost'; readonly usd: number }
  | RateLimitEvent
  | { readonly kind: 'permission_denied'; readonly tool: string }
  | {
      readonly kind: 'mcp_status';
      readonly server: string;
      readonly status: 'connected' | 'failed' | 'unknown';
      readonly message?: string;
    }
  | { readonly kind: 'error'; readonly message: string; readonly auth?: boolean }
  | { readonly kind: 'final'; readonly text: string }
  | { readonly kind: 'raw'; readonly line: string };

/** What was used since the last such event. `cached_tokens` is the part of `input_tokens` read from a cache. */
export interface UsageEvent {
  readonly kind: 'usage';
  readonly input_tokens: number;
  readonly output_tokens: number;
  readonly cached_tokens?: number;
}

export interface RateLimitEvent {
  readonly kind: 'rate_limit';
  /** When it is over, as ISO 8601. */
  readonly resets_at?: string;
  readonly retry_after_s?: number;
  readonly message: string;
}

/** Reads one launch's output. It is given anything a process may print, and never throws. */
export interface StreamParser {
  line(line: string): readonly AgentEvent[];
  /** A line of stderr, for what is said only there. */
  errorLine?(line: string): readonly AgentEvent[];
  /** After the last line: what only the exit code, or the end, tells. */
  end(exitCode: number | null): readonly AgentEvent[];
}

export interface AgentAdapter {
  readonly name: AgentName;
  /** Whether a budget can be held against what it reports by itself. */
  readonly reports: { readonly cost: boolean; readonly tokens: boolean };
  /** Whether talk on stderr shows that it works. Agents with a stream of events put only their troubles there. */
  readonly worksOnStderr?: boolean;
  command(intent: LaunchIntent): AgentCommand;
  createParser(): StreamParser;
  /** What the agent leaves in files rather than in its stream. */
  afterExit?(intent: LaunchIntent): Promise<readonly AgentEvent[]>;
}
