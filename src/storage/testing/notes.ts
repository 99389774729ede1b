import { onTestFinished } from 'vitest';
import type { Database } from '../database.ts';
import type { LeaseSchema } from '../leases.ts';
import { leasesMigration } from '../leases.ts';
import type { Migration } from '../migration.ts';
import { type OpenDatabaseOptions, openDatabase } from '../open-database.ts';

/** A small schema for the tests of this room: notes, and tags that point at them. */
export interface NotesSchema extends LeaseSchema {
  notes: { id: number; body: string | null; size: number | bigint | null; data: Uint8Array | null };
  tags: { note_id: number; tag: string };
}

export const notesMigrations: readonly Migration[] = [
  leasesMigration,
  {
    id: '0002_notes',
    async up(tx, { types }) {
      await tx.schema
        .createTable('notes')
        .addColumn('id', 'integer', (column) => column.primaryKey())
        .addColumn('body', 'text')
        .addColumn('size', types.wholeNumber)
        .addColumn('data', types.bytes)
        .execute();
    },
  },
  {
    id: '0003_tags',
    async up(tx, { types }) {
      await tx.schema
        .createTable('tags')
        .addColumn('note_id', types.wholeNumber, (column) =>
          column.notNull().references('notes.id'),
        )
        .addColumn('tag', 'text', (column) => column.notNull())
        .addUniqueConstraint('one_tag_once', ['note_id', 'tag'])
        .execute();
    },
  },
];

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
