import type { z } from 'zod';
import type { Clock } from '../base/clock.ts';
import type { Logger } from '../base/logger.ts';
import type { ProjectTables } from '../project/tables.ts';
import type { GeneratedFile } from '../session/server-file.ts';
import type { LeaseSchema } from '../storage/leases.ts';
import type { Database } from '../storage/open-database.ts';
import type {
  agentsConfig,
  budgetsConfig,
  gatesConfig,
  pricesConfig,
  runConfig,
} from './config.ts';
import type { logsConfig, notifyConfig, uiConfig } from './reporting-config.ts';
import type { RunServices } from './runs/run-services.ts';
import type { RunTables } from './runs/store/tables.ts';

/** What the loop's tools need from above them; `src/app` hands it in. */
export interface LoopServices {
  readonly roots: RootPort;
  /** `explicit` is what the caller itself asks for, by the names it uses; it wins over everything else. */
  loadConfig(
    root: string,
    explicit?: Readonly<Record<string, PartialLoopSettings>>,
  ): Promise<ConfigOutcome>;
  inspectDatabase(root: string): Promise<DatabaseReport>;
  /** The JSON Schema of `ralph.yaml`, for editors. */
  configSchema(): Promise<object>;
  /** The generated MCP server of a project, as it should be. */
  projectServer(root: string): Promise<readonly GeneratedFile[]>;
  /** What the runs of a root need. */
  runs(root: string): Promise<RunServices>;
  /** Looks without making one. */
  hasDatabase(root: string): Promise<boolean>;
  database(root: string): Promise<Database<LoopTables>>;
  /** The program file of this installation, for processes of its own. */
  readonly program: string;
  /** Questions that this client was shown and did not want to answer: it is not asked again. */
  readonly declinedQuestions: Set<number>;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly clock: Clock;
  readonly logger: Logger;
}

/** The tables that the loop's tools read and write. */
export type LoopTables = RunTables & LeaseSchema & ProjectTables;

/** The repositories that this process may work in. */
export interface RootPort {
  /** All of them, with links resolved. */
  all(): Promise<readonly string[]>;
  /** The root that is meant, with links resolved; refuses with `not_allowed` what is none. */
  resolve(input?: string): Promise<string>;
}

/** The part of the configuration that the loop reads. */
export interface LoopSettings {
  readonly agents: z.output<typeof agentsConfig>;
  readonly gates?: z.output<typeof gatesConfig>;
  readonly budgets: z.output<typeof budgetsConfig>;
  readonly commit: boolean;
  readonly run: z.output<typeof runConfig>;
  readonly ui: z.output<typeof uiConfig>;
  readonly notify: z.output<typeof notifyConfig>;
  readonly logs: z.output<typeof logsConfig>;
  readonly prices: z.output<typeof pricesConfig>;
  readonly learning: { readonly enabled: boolean; readonly reflect_every: number };
}

/** Settings as someone writes them: any part. */
export interface PartialLoopSettings {
  readonly agents?: z.input<typeof agentsConfig>;
  readonly budgets?: z.input<typeof budgetsConfig>;
  readonly commit?: boolean | undefined;
  readonly run?: z.input<typeof runConfig>;
  readonly ui?: z.input<typeof uiConfig>;
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
