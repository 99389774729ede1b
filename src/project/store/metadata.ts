import { sql } from 'kysely';
import { type TaskStatus, taskStatuses } from '../rules/status.ts';
import type { EventStore } from './events.ts';
import type { Handle, Stamp } from './handle.ts';

export interface ProjectInfo {
  readonly title: string;
  readonly description: string;
  readonly created_at: string;
}

export interface ProjectProgress {
  readonly total: number;
  readonly done: number;
  readonly by_status: Readonly<Record<TaskStatus, number>>;
  readonly by_feature: readonly {
    readonly feature: string;
    readonly total: number;
    readonly done: number;
  }[];
}

export const noProgress: ProjectProgress = {
  total: 0,
  done: 0,
  by_status: {
    draft: 0,
    pending: 0,
    in_progress: 0,
    done: 0,
    blocked: 0,
    skipped: 0,
    needs_input: 0,
    failed: 0,
  },
  by_feature: [],
};

export interface MetadataStore {
  find(): Promise<ProjectInfo | undefined>;
  set(info: Omit<ProjectInfo, 'created_at'>): Promise<void>;
  progress(): Promise<ProjectProgress>;
}

export function metadataStore(db: Handle, stamp: Stamp, events: EventStore): MetadataStore {
  const find = () =>
    db
      .selectFrom('metadata')
      .select(['title', 'description', 'created_at'])
      .where('id', '=', 1)
      .executeTakeFirst();
  return {
    find,

    async set({ title, description }) {
      const before = await find();
      await db
        .insertInto('metadata')
        .values({ id: 1, title, description, created_at: stamp.now })
        .onConflict((conflict) => conflict.column('id').doUpdateSet({ title, description }))
        .execute();
      await events.record('project', 1, before ? 'changed' : 'created', before ?? null, {
        title,
        description,
      });
    },

    async progress() {
      const rows = await db
        .selectFrom('tasks')
        .select(['feature', 'status'])
        .select((eb) => eb.fn.countAll<number>().as('tasks'))
        .groupBy(['feature', 'status'])
        .orderBy(sql`1`)
        .execute();
      const byStatus = Object.fromEntries(taskStatuses.map((status) => [status, 0]));
      const byFeature = new Map<string, { feature: string; total: number; done: number }>();
      for (const row of rows) {
        byStatus[row.status] = (byStatus[row.status] ?? 0) + row.tasks;
        const feature = byFeature.get(row.feature) ?? { feature: row.feature, total: 0, done: 0 };
        feature.total += row.tasks;
        if (row.status === 'done') feature.done += row.tasks;
        byFeature.set(row.feature, feature);
      }
      const count = (status: TaskStatus) => byStatus[status] ?? 0;
      return {
        total: rows.reduce((sum, row) => sum + row.tasks, 0),
        done: count('done'),
        by_status: {
          draft: count('draft'),
          pending: count('pending'),
          in_progress: count('in_progress'),
          done: count('done'),
          blocked: count('blocked'),
          skipped: count('skipped'),
          needs_input: count('needs_input'),
          failed: count('failed'),
        },
        by_feature: [...byFeature.values()],
      };
    },
  };
}
