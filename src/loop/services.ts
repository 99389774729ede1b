import type { z } from 'zod';
import type { Clock } from '../base/clock.ts';
import type { Logger } from '../base/logger.ts';
import type { GeneratedFile } from '../session/server-file.ts';
import type { agentsConfig, gatesConfig, runConfig } from './config.ts';

/** What the loop's tools need from above them; `src/app` hands it in. */
export interface LoopServices {
  readonly roots: RootPort;
  loadConfig(root: string): Promise<ConfigOutcome>;
  inspectDatabase(root: string): Promise<DatabaseReport>;
  /** The JSON Schema of `ralph.yaml`, for editors. */
  configSchema(): Promise<object>;
  /** The generated MCP server of a project, as it should be. */
  projectServer(root: string): Promise<readonly GeneratedFile[]>;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly clock: Clock;
  readonly logger: Logger;
}

/** The repositories that this process may work in. */
export interface RootPort {
  /** The root that is meant, with links resolved; refuses with `not_allowed` what is none. */
  resolve(input?: string): Promise<string>;
}

/** The part of the configuration that the loop reads. */
export interface LoopSettings {
  readonly agents: z.output<typeof agentsConfig>;
  readonly gates?: z.output<typeof gatesConfig>;
  readonly run: z.output<typeof runConfig>;
}

export type ConfigOutcome =
  | { readonly ok: true; readonly config: LoopSettings; readonly problems: readonly [] }
  | { readonly ok: false; readonly problems: readonly ConfigProblem[] };

export interface ConfigProblem {
  /** `ralph.yaml:7:3`, `environment MAX_ITERATIONS`. */
  readonly where: string;
  readonly path: string;
  readonly message: string;
  readonly hint: string;
}

export interface DatabaseReport {
  /** Relative to the root. */
  readonly file: string;
  /** `missing` is how every project begins, and no problem. */
  readonly status: 'missing' | 'ok' | 'problem';
  readonly message?: string;
  readonly fix?: string;
}
