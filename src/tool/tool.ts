import type { ToolAnnotations } from './effect.ts';

export const toolsets = ['loop', 'project', 'context', 'catalog'] as const;
export type Toolset = (typeof toolsets)[number];

export type JsonSchema = { readonly [key: string]: unknown };

/** Who is calling. The server stamps it; nothing a caller sends can change it. */
export interface Caller {
  readonly author: string;
  readonly via: 'cli' | 'mcp' | 'rest';
  readonly session: SessionIdentity | null;
}

/** The launch of an agent that a call comes from. A person, or a client without a session, has none. */
export interface SessionIdentity {
  readonly id: string;
  readonly recipe: string;
  /** The built-in recipe that `recipe` is, or was made from: rules go by this. */
  readonly base_recipe: string;
  readonly discipline: string | null;
  readonly feature: string | null;
  readonly task_id: number | null;
}

export interface ProgressUpdate {
  readonly progress: number;
  readonly total?: number;
  readonly message?: string;
}

/** What a client must be able to answer for a tool to work at all. */
export type ClientFeature = 'elicitation' | 'sampling' | 'roots';

/**
 * What a client can be asked for while a tool runs; each part is there only if the client offers it.
 * A tool that asks is run again from its start once the answers are there, so it asks before it changes
 * anything. `key` names a question within one call; questions asked together reach the client together.
 */
export interface ClientPort {
  readonly elicit?: (request: {
    readonly key: string;
    readonly message: string;
    readonly schema: JsonSchema;
  }) => Promise<ElicitAnswer>;
  readonly sample?: (request: {
    readonly key: string;
    readonly prompt: string;
    readonly maxTokens: number;
  }) => Promise<string>;
  /** URIs of the folders the client has open. */
  readonly roots?: (request: { readonly key: string }) => Promise<readonly string[]>;
  readonly log?: (level: 'debug' | 'info' | 'warning' | 'error', message: string) => Promise<void>;
}

/** Content comes from the client unchecked: parse it. */
export type ElicitAnswer =
  | { readonly action: 'accept'; readonly content: Readonly<Record<string, unknown>> }
  | { readonly action: 'decline' | 'cancel' };

/** Everything about one call that is not its input. */
export interface CallContext {
  readonly caller: Caller;
  readonly signal: AbortSignal;
  readonly client: ClientPort;
  /** Absent when nobody wants to know. */
  readonly progress?: (update: ProgressUpdate) => void;
}

/** A block of a result that is not our own text: an image, a link, what a downstream server sent. */
export type ContentBlock = { readonly type: string; readonly [key: string]: unknown };

export interface ToolSuccess {
  readonly structured: { readonly [key: string]: unknown } | undefined;
  readonly text: string;
  /** Blocks that stand beside the text, or instead of it when the text is empty. */
  readonly content?: readonly ContentBlock[];
  /** For programs only: travels beside the result and is not shown to a model. */
  readonly meta?: { readonly [key: string]: unknown };
}

/** Limits on one result, in bytes of UTF-8. */
export interface SizeLimits {
  readonly text: number;
  readonly structured: number;
}

/** All that there is to say of a tool, as plain JSON: it can be known without loading the tool's code. */
export interface ToolData {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly toolset: Toolset;
  readonly category: string;
  readonly aliases: readonly string[];
  readonly annotations: ToolAnnotations;
  readonly inputSchema: JsonSchema;
  readonly outputSchema?: JsonSchema | undefined;
  readonly limits: SizeLimits;
  /** A client without these is told so instead of being served half. */
  readonly requires?: readonly ClientFeature[];
  /** Nothing of a call goes on, or listens to its signal, once it has been answered well. */
  readonly endsWithAnswer?: boolean;
}

/** A tool as the registry, server, CLI and documents see it: data, and one way to run it. */
export interface Tool extends ToolData {
  /** Parses, runs, parses the answer and renders it; throws on anything that is not a success. */
  run(rawInput: unknown, context: CallContext, limits: SizeLimits): Promise<ToolSuccess>;
}
