import { onTestFinished } from 'vitest';
import type { Database } from '../database.ts';
import { type OpenDatabaseOptions, openDatabase } from '../open-database.ts';
import { type NotesSchema, notesMigrations } from './notes-schema.ts';

/** Opens the notes database and closes it when the test is done. */
export async function openNotes(
  options: Partial<OpenDatabaseOptions> = {},
): Promise<Database<NotesSchema>> {
  const database = await openDatabase<NotesSchema>({
    file: ':memory:',
    migrations: notesMigrations,
    ...options,
  });
  onTestFinished(() => database.close());
  return database;
}
