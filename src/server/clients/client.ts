/** Whose file is edited: the user's own, or the one inside the project. */
export const scopes = ['user', 'project'] as const;
export type Scope = (typeof scopes)[number];

/** What a client's file location depends on, and nothing else: locations are pure functions of it. */
export interface Place {
  readonly platform: NodeJS.Platform;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly home: string;
  readonly root: string;
}

/** How a client starts Ralph itself, over stdio. */
export interface StdioLaunch {
  readonly command: string;
  readonly args: readonly string[];
}

/** How a client reaches a Ralph that already runs, over HTTP. */
export interface HttpLaunch {
  readonly url: string;
  readonly token: TokenSource;
}

export type TokenSource =
  | { readonly kind: 'variable'; readonly name: string }
  | { readonly kind: 'literal'; readonly value: string };

export type Entry = Readonly<Record<string, unknown>>;

/** One MCP client as data: where its file is and what an entry looks like in it. */
export interface Client {
  readonly title: string;
  /** Where each supported scope's file is. The first that exists is edited, else the first is created. */
  readonly files: Partial<Readonly<Record<Scope, (place: Place) => readonly string[]>>>;
  readonly defaultScope: Scope;
  readonly format: 'jsonc' | 'toml';
  /** The object that holds servers by name. */
  readonly parent: string;
  stdio(launch: StdioLaunch): Entry;
  /** Absent where the client's file cannot name a server by URL. */
  http?(launch: HttpLaunch): Entry;
  /** What to do in the client once the entry is there. */
  readonly notes: readonly string[];
}

export const serverName = 'ralph';

/** `Bearer …` with the token itself or the client's way to name a variable. */
export function bearer(token: TokenSource, variable: (name: string) => string): string {
  return `Bearer ${token.kind === 'literal' ? token.value : variable(token.name)}`;
}
