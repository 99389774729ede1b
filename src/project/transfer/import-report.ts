import type { ProjectStore } from '../store/project-store.ts';
import type { TransferStore } from '../store/transfer.ts';

/** A file of tasks, and where it goes. */
export interface ImportOptions {
  readonly store: ProjectStore;
  readonly transfer: TransferStore;
  readonly root: string;
  readonly now: string;
  /** The file, as people are told of it. */
  readonly what: string;
  readonly text: string;
  /** Where the file does not say. */
  readonly feature: string | undefined;
  readonly discipline: string | undefined;
  /** Makes features and disciplines that are missing. */
  readonly create: boolean;
}

/** What an import did, or with a dry run would do. */
export interface ImportReport {
  readonly created: readonly number[];
  readonly updated: readonly number[];
  /** Tasks the file says nothing new about. */
  readonly unchanged: readonly number[];
  /** Features and disciplines that were created. */
  readonly features: readonly string[];
  readonly disciplines: readonly string[];
  /** What a person should know and nothing had to stop for. */
  readonly notes: readonly string[];
}
