import type { Task } from '../model.ts';
import type { TaskFields } from '../store/task-rows.ts';

/** One task as a file describes it, whatever the file's format. */
export interface PlannedTask {
  /** Where it stands in the file, for complaints. */
  readonly place: string;
  /** The file's own name for it. */
  readonly key: string | null;
  readonly title: string;
  /** Where the file says so. */
  readonly feature: string | null;
  readonly discipline: string | null;
  /** What the file has to say about the task, given what is known of it already. */
  fields(existing: Task | undefined): TaskFields;
  readonly links: TaskLinks;
}

/** References to other tasks by key; what is missing is left as it is. */
export interface TaskLinks {
  readonly depends_on?: readonly string[] | undefined;
  readonly superseded_by?: readonly string[] | undefined;
  readonly discovered_from?: string | undefined;
}

/** Which existing task a planned one is. */
export type Matcher = (planned: PlannedTask) => Task | undefined;
