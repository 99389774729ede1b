import type { Clock } from '../../base/clock.ts';
import { errorMessage } from '../../base/errors.ts';
import type { Logger } from '../../base/logger.ts';
import type { Context } from '../context.ts';
import type { SkillSource } from '../skill-source.ts';
import type { BookPlace } from './book-file.ts';

export interface SkillbookOptions {
  readonly root: string;
  readonly clock: Clock;
  readonly logger: Logger;
  /** Relative to the root. */
  readonly place: () => Promise<Pick<BookPlace, 'file' | 'lockFolder'>>;
}

/** The ACE skillbook of a project. Nothing is read before it is used. */
export function createSkillbook(options: SkillbookOptions): SkillSource {
  const { root, clock, logger } = options;
  let placed: Promise<BookPlace> | undefined;
  function place(): Promise<BookPlace> {
    placed ??= options.place().then(
      (where) => ({ root, logger, ...where }),
      (thrown: unknown) => {
        placed = undefined;
        throw thrown;
      },
    );
    return placed;
  }
  let seen: { readonly context: Context; readonly stamp: string } | undefined;
  let syncing: ReturnType<SkillSource['sync']> | undefined;
  const closing = new AbortController();
  let embedding: Promise<unknown> | undefined;

  async function sync(context: Context): ReturnType<SkillSource['sync']> {
    try {
      const { bookStamp, readBook } = await import('./book-file.ts');
      const at = await place();
      const stamp = await bookStamp(at);
      if (seen?.context === context && seen.stamp === stamp) return undefined;
      // A book that cannot be read is complained about once, not before every use.
      seen = { context, stamp };
      const book = await readBook(at);
      const { syncBook } = await import('./sync-book.ts');
      const report = await syncBook(context, at, book).catch((thrown: unknown) => {
        // A lock or a full disk may be gone by the next use.
        seen = undefined;
        throw thrown;
      });
      if (report && report.added > 0) embedInBackground(context);
      return report;
    } catch (thrown) {
      logger.warn('the skills of the book are not up to date', { reason: errorMessage(thrown) });
      return undefined;
    }
  }

  /** Until then the skills are found by their words. */
  function embedInBackground(context: Context): void {
    if (context.embedder.health().state === 'off') return;
    embedding = import('../embed-items.ts')
      .then(({ backfillAll }) => backfillAll(context, closing.signal))
      .catch((thrown: unknown) => {
        logger.debug('skills wait for their vectors', { reason: errorMessage(thrown) });
      });
  }

  return {
    async skills() {
      const { readBook } = await import('./book-file.ts');
      const { skillText } = await import('./book-skill-text.ts');
      const { scoreOf } = await import('./skill-items.ts');
      const book = await readBook(await place());
      return [...(book?.skills.values() ?? [])]
        .filter(({ isActive }) => isActive)
        .map(({ id, section, content, counters }) => ({
          id,
          section,
          content: skillText(content),
          score: scoreOf(counters),
        }));
    },
    async describe() {
      const { readBook } = await import('./book-file.ts');
      const at = await place();
      const book = await readBook(at);
      if (!book) return undefined;
      const active = [...book.skills.values()].filter(({ isActive }) => isActive);
      return { file: at.file, version: book.format.version, skills: active.length };
    },
    sync(context) {
      syncing ??= sync(context).finally(() => {
        syncing = undefined;
      });
      return syncing;
    },
    async tag(skillId, helpful) {
      try {
        const { tagSkill } = await import('./change-book.ts');
        await tagSkill(await place(), skillId, helpful, clock.now());
      } catch (thrown) {
        logger.warn('an opinion was not counted in the skillbook', {
          reason: errorMessage(thrown),
        });
      }
    },
    async apply(context, operations) {
      const { changeBook } = await import('./change-book.ts');
      const outcomes = await changeBook(await place(), context, operations);
      await sync(context);
      return outcomes;
    },
    async close() {
      closing.abort();
      await syncing;
      await embedding;
    },
  };
}
