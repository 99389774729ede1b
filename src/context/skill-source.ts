import type { Context } from './context.ts';
import type { BookVersion } from './skillbook/book-format.ts';
import type { IndexReport } from './skillbook/index-book.ts';
import type { BookOperation, OperationOutcome } from './skillbook/operations.ts';

/** A strategy from a skillbook. */
export interface Skill {
  readonly id: string;
  readonly content: string;
  readonly section: string;
  /** From 0 to 1; one half when nothing is known about it. */
  readonly score: number;
}

export interface BookSummary {
  readonly file: string;
  readonly version: BookVersion;
  readonly skills: number;
}

/** Where curated skills come from. */
export interface SkillSource {
  skills(): Promise<readonly Skill[]>;
  /** Undefined without a book; refuses one that cannot be read. */
  describe(): Promise<BookSummary | undefined>;
  /** Brings the memory's skills up to date, if the book has changed. Reports, and never throws. */
  sync(context: Context): Promise<IndexReport | undefined>;
  /** Counts one more opinion on a skill, in a book that counts. */
  tag(skillId: string, helpful: boolean): Promise<void>;
  apply(
    context: Context,
    operations: readonly BookOperation[],
  ): Promise<readonly OperationOutcome[]>;
  close(): Promise<void>;
}

export const noSkills: SkillSource = {
  skills: async () => [],
  describe: async () => undefined,
  sync: async () => undefined,
  tag: async () => undefined,
  apply: async () => [],
  close: async () => undefined,
};
