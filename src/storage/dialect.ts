import { type RawBuilder, sql } from 'kysely';
import { type FullText, sqliteFullText } from './full-text.ts';
import { isForeignKeyViolation, isUniqueViolation } from './sqlite-errors.ts';

/**
 * What differs between databases once the conventions of docs/decisions/0002-storage.md are kept. A subject uses Kysely
 * for everything else and never asks which database it has.
 */
export interface Dialect {
  readonly name: string;
  /** Column types that are spelled differently. Text is `text` everywhere. */
  readonly types: {
    readonly wholeNumber: RawBuilder<unknown>;
    readonly bytes: RawBuilder<unknown>;
    /** A primary key that the database counts up and never reuses. */
    readonly countedKey: RawBuilder<unknown>;
  };
  readonly fullText: FullText;
  /** The insert met a row that has the same key. */
  isUniqueViolation(thrown: unknown): boolean;
  /** The row points at one that does not exist, or is still pointed at. */
  isForeignKeyViolation(thrown: unknown): boolean;
}

export const sqliteDialect: Dialect = {
  name: 'sqlite',
  types: {
    wholeNumber: sql`integer`,
    bytes: sql`blob`,
    countedKey: sql`integer primary key autoincrement`,
  },
  fullText: sqliteFullText,
  isUniqueViolation,
  isForeignKeyViolation,
};
