import { UserError } from '../../../base/errors.ts';
import { type ProjectStore, projectStore } from '../../../project/store/project-store.ts';
import type { ProjectTables } from '../../../project/tables.ts';
import type { SessionServices } from '../../../session/services.ts';
import type { Database } from '../../../storage/open-database.ts';
import { readProjectText } from '../../validate/read-project-text.ts';
import type { RunOptions } from '../run-options.ts';

/** Where the work of a run is found, and where it is done. */
export interface WorkPlace {
  readonly root: string;
  /** Where the agent works: the root, or the run's worktree. */
  readonly folder: string;
  readonly options: RunOptions;
  readonly sessions: SessionServices;
  /** Sessions are planned to be looked at: nothing of them is stored or written. */
  readonly draft?: boolean;
}

/** The text of a file as the agent finds it. */
export async function readWorkFile(place: WorkPlace, file: string): Promise<string | undefined> {
  const found = await readProjectText(place.folder, file);
  if (found.kind === 'problem') {
    throw new UserError(found.problem.message, { hint: found.problem.fix });
  }
  return found.kind === 'text' ? found.text : undefined;
}

/** The prompt as it stands now: whoever edits it while the run goes on is heard from the next iteration. */
export async function readPrompt(place: WorkPlace): Promise<string> {
  const { root, folder, options } = place;
  const text =
    (await readWorkFile(place, options.prompt_file)) ??
    // A worktree holds only what is committed, and the prompt need not be.
    (folder === root
      ? undefined
      : await readWorkFile({ ...place, folder: root }, options.prompt_file));
  if (text !== undefined && text.trim() !== '') return text;
  throw new UserError(
    `The prompt ${options.prompt_file} is ${text === undefined ? 'missing' : 'empty'}.`,
    { hint: 'Write it again, then continue with: ralph runs resume latest' },
  );
}

/** Works on the project in one transaction. What is written is stamped as Ralph's, in the name of the session. */
export async function withProject<T>(
  { sessions }: Pick<WorkPlace, 'sessions'>,
  sessionId: string | null,
  work: (store: ProjectStore, now: string) => Promise<T>,
  options?: { readonly readOnly: boolean },
): Promise<T> {
  const database: Database<ProjectTables> = await sessions.database();
  const now = sessions.clock.now().toISOString();
  const stamp = { author: 'ralph', sessionId, tool: 'run', now };
  return database.transaction(
    (tx) => work(projectStore(tx, database.dialect, stamp), now),
    options,
  );
}
