import type { LoadedConfig } from '../../app/config/load-config.ts';
import type { IndexedServer } from '../../catalog/index/list-servers.ts';
import type { ContextSettings } from '../../context/config.ts';
import type { ContextInspection } from '../../context/inspect-context.ts';
import type { ModelInspection } from '../../embedding/local/inspect-model.ts';
import type { ServerStatus } from '../../loop/runs/store/server-statuses.ts';
import type { GeneratedFile } from '../../session/server-file.ts';
import type { DatabaseInspection } from '../../storage/inspect-database.ts';
import type { Invocation } from '../command.ts';

export type CheckStatus = 'ok' | 'warn' | 'fail';

export interface CheckResult {
  readonly name: string;
  readonly status: CheckStatus;
  readonly message: string;
  /** What to do; null when there is nothing to mend. */
  readonly fix: string | null;
}

/** What the checks may look at. None of them changes anything. */
export interface DoctorContext {
  readonly root: string;
  readonly env: Invocation['env'];
  readonly home: string;
  readonly platform: NodeJS.Platform;
  readonly nodeVersion: string;
  /** The script that is running: the bundle's entry, in an installed Ralph. */
  readonly program: string;
  /** Throws what is wrong with it. */
  loadConfig(): Promise<LoadedConfig>;
  /** The same, whether or not an agent could be launched by it; nothing when it is wrong otherwise. */
  settings(): Promise<LoadedConfig['config'] | undefined>;
  inspectDatabase(): Promise<DatabaseInspection>;
  /** What agents said of Ralph's server in their last sessions here; empty where nothing ran yet. */
  serverStatuses(): Promise<readonly ServerStatus[]>;
  /** What is known of the downstream servers from when they were last asked. */
  catalogServers(): Promise<readonly IndexedServer[]>;
  /** The memory of these settings, looked at from outside. */
  inspectContext(settings: ContextSettings): Promise<ContextInspection>;
  inspectModel(): Promise<ModelInspection>;
  /** The generated server as it should be in this root. */
  projectServer(): Promise<readonly GeneratedFile[]>;
}

/** One subject that is looked at; it may answer with several results. */
export interface CheckGroup {
  readonly name: string;
  run(context: DoctorContext): Promise<readonly CheckResult[]>;
}

export const ok = (name: string, message: string): CheckResult => ({
  name,
  status: 'ok',
  message,
  fix: null,
});

export const warn = (name: string, message: string, fix: string): CheckResult => ({
  name,
  status: 'warn',
  message,
  fix,
});

export const fail = (name: string, message: string, fix: string): CheckResult => ({
  name,
  status: 'fail',
  message,
  fix,
});
