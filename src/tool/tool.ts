import type { ToolAnnotations } from './effect.ts';

export const toolsets = ['loop', 'project', 'context', 'catalog'] as const;
export type Toolset = (typeof toolsets)[number];

export type JsonSchema = { readonly [key: string]: unknown };

/** Who is calling. The server stamps it; nothing a caller sends can change it. */
export interface Caller {
  readonly author: string;
  readonly via: 'cli' | 'mcp' | 'rest';
  readonly sessionId: string | null;
  readonly recipe: string | null;
}

export interface ProgressUpdate {
  readonly progress: number;
  readonly total?: number;
  readonly message?: string;
}

/** What a client can be asked for while a tool runs; each part is there only if the client offers it. */
export interface ClientPort {
  readonly elicit?: (request: {
    readonly message: string;
    readonly schema: JsonSchema;
  }) => Promise<ElicitAnswer>;
  readonly sample?: (request: {
    readonly prompt: string;
    readonly maxTokens: number;
  }) => Promise<string>;
  readonly log?: (level: 'debug' | 'info' | 'warning' | 'error', message: string) => Promise<void>;
}

export type ElicitAnswer =
  | { readonly action: 'accept'; readonly content: Readonly<Record<string, unknown>> }
  | { readonly action: 'decline' | 'cancel' };

/** Everything about one call that is not its input. */
export interface CallContext {
  readonly caller: Caller;
  readonly signal: AbortSignal;
  readonly client: ClientPort;
  progress(update: ProgressUpdate): void;
}

/** A block of a result that is not our own text: an image, a link, what a downstream server sent. */
export type ContentBlock = { readonly type: string; readonly [key: string]: unknown };

export interface ToolSuccess {
  readonly structured: { readonly [key: string]: unknown } | undefined;
  readonly text: string;
  /** Blocks that stand beside the text, or instead of it when the text is empty. */
  readonly content?: readonly ContentBlock[];
}

/** Limits on one result, in bytes of UTF-8. */
export interface SizeLimits {
  readonly text: number;
  readonly structured: number;
}

/** A tool as the registry, server, CLI and documents see it: data, and one way to run it. */
export interface Tool {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly toolset: Toolset;
  readonly category: string;
  readonly aliases: readonly string[];
  readonly annotations: ToolAnnotations;
  readonly inputSchema: JsonSchema;
  readonly outputSchema: JsonSchema | undefined;
  readonly limits: SizeLimits;
  /** Parses, runs, parses the answer and renders it; throws on anything that is not a success. */
  run(rawInput: unknown, context: CallContext, limits: SizeLimits): Promise<ToolSuccess>;
}
