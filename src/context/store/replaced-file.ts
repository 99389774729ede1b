import { statSync } from 'node:fs';
import path from 'node:path';
import { sql } from 'kysely';
import { errorMessage, ToolError } from '../../base/errors.ts';
import type { Context } from '../context.ts';
import { makeFolder } from './make-folder.ts';
import { databaseFile } from './place.ts';

/** Which file a path leads to; nothing when there is none. */
function identityOf(file: string): string | undefined {
  const found = statSync(file, { throwIfNoEntry: false });
  return found && `${found.dev}:${found.ino}`;
}

/** Answers whether an open memory still has its file: an agent may remove it, and SQLite would not notice. */
export function fileWatch({ folder }: Pick<Context, 'folder'>): () => boolean {
  if (folder === undefined) return () => true;
  const file = databaseFile(folder);
  const identity = identityOf(file);
  return () => identityOf(file) === identity;
}

/** Closes a memory whose file is gone, after a copy of what it held. The answer says where that is. */
export async function leaveReplaced(context: Context): Promise<ToolError> {
  const { folder, clock } = context;
  const file = databaseFile(folder);
  const moment = clock.now().toISOString().replace(/\D/g, '').slice(0, 14);
  // Not named like the file, so that what removes that does not remove this as well.
  const copy = path.join(folder ?? '', `saved-${moment}.db`);
  const saved = await save(context, copy);
  await context.close().catch(() => undefined);
  return new ToolError(
    'unavailable',
    `The memory's file ${file} was removed or replaced while it was in use. ${
      saved === undefined ? `What it held is saved in ${copy}` : `It could not be saved: ${saved}`
    }.`,
    {
      hint:
        saved === undefined
          ? `To take it back when no run is under way: move away what is at ${file} now, then move the saved file there.`
          : 'Run `ralph doctor`; a backup may be beside it.',
    },
  );
}

async function save({ folder, database }: Context, copy: string): Promise<string | undefined> {
  try {
    if (folder !== undefined) await makeFolder(folder);
    await sql`vacuum into ${copy}`.execute(database.kysely);
    return undefined;
  } catch (thrown) {
    return errorMessage(thrown);
  }
}
