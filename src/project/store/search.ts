import type { Dialect } from '../../storage/dialect.ts';
import type { FullTextIndex } from '../../storage/full-text.ts';
import type { Task } from '../model.ts';
import type { Handle } from './handle.ts';

export const taskIndex: FullTextIndex = {
  name: 'tasks_text',
  columns: ['title', 'description', 'tags', 'hints'],
};

/** A word in the title says more than one in the text. */
const weights = [4, 1, 2, 1];

export interface SearchStore {
  index(task: Task): Promise<void>;
  forget(id: number): Promise<void>;
  /** Ids of the tasks that fit the words, best first: all words if any task has them all, else any of them. */
  find(query: string, limit: number): Promise<number[]>;
}

export function searchStore(db: Handle, dialect: Dialect): SearchStore {
  const { fullText } = dialect;
  // The index is a table of no subject's schema, so it is reached through an untyped view of the same handle.
  const untyped = db.withTables<Record<string, never>>();
  return {
    index: (task) =>
      fullText.put(untyped, taskIndex, task.id, {
        title: task.title,
        description: task.description,
        tags: task.tags.join(' '),
        hints: task.hints,
      }),
    forget: (id) => fullText.remove(untyped, taskIndex, id),
    async find(query, limit) {
      const words = query.split(/[^\p{L}\p{N}_]+/u).filter((word) => word !== '');
      const all = await fullText.search(untyped, taskIndex, {
        words,
        match: 'all',
        limit,
        weights,
      });
      const hits =
        all.length > 0
          ? all
          : await fullText.search(untyped, taskIndex, { words, match: 'any', limit, weights });
      return hits.map((hit) => hit.id);
    },
  };
}
