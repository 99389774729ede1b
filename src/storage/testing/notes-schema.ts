import type { Generated } from 'kysely';
import type { LeaseSchema } from '../leases.ts';
import { leasesMigration } from '../leases.ts';
import type { Migration } from '../migration.ts';

/** A small schema for the tests of this room: notes, and tags that point at them. */
export interface NotesSchema extends LeaseSchema {
  notes: {
    id: number;
    body: string | null;
    size: Generated<number | bigint | null>;
    data: Generated<Uint8Array | null>;
  };
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
