import { createHash } from 'node:crypto';
import { canonicalJson } from '../../base/json.ts';

/** A downstream server as it is to be reached. Secrets are still references here. */
export interface ServerSpec {
  readonly name: string;
  readonly transport: 'stdio' | 'http' | 'sse';
  readonly command?: string;
  readonly args?: readonly string[];
  readonly cwd?: string;
  readonly env?: Readonly<Record<string, string>>;
  readonly envFile?: string;
  readonly url?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly enabled: boolean;
  readonly category?: string;
  readonly timeoutMs: number;
  readonly startTimeoutMs: number;
  /** The file it came from, as shown to people. */
  readonly source: string;
  /** What a reference stands for where the environment does not say; a function, so that it is never written out. */
  readonly secret?: (variable: string) => string | undefined;
}

/** Names the way a server is reached: while it stays the same, a running one may be kept. */
export function specFingerprint(spec: ServerSpec): string {
  const { transport, command, args, cwd, env, envFile, url, headers } = spec;
  const reached = { transport, command, args, cwd, env, envFile, url, headers };
  return createHash('sha256').update(canonicalJson(reached)).digest('hex').slice(0, 16);
}
