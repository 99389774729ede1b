import { type Selectable, sql } from 'kysely';
import { ToolError } from '../../base/errors.ts';
import { didYouMean } from '../../base/suggest.ts';
import type { Feature } from '../model.ts';
import { nameSimilarity, normalisedName } from '../rules/similarity.ts';
import type { FeatureTable } from '../tables.ts';
import type { EventStore } from './events.ts';
import { featureDependencyStore } from './feature-dependencies.ts';
import { type Handle, parseStrings, type Stamp } from './handle.ts';

export type FeatureFields = Partial<Omit<Feature, 'name' | 'created_at' | 'updated_at'>>;

export interface FeatureLine {
  readonly name: string;
  readonly display_name: string;
  readonly description: string;
  readonly tasks: number;
  readonly done: number;
}

export interface FeatureStore {
  find(name: string): Promise<Feature | undefined>;
  get(name: string): Promise<Feature>;
  list(after: string, limit: number): Promise<FeatureLine[]>;
  /** Features that may be the same thing under another name, most alike first. */
  similar(
    name: string,
    displayName: string,
  ): Promise<{ name: string; display_name: string; similarity: number }[]>;
  /** The feature that has this acronym, in whatever case. */
  acronymOwner(acronym: string): Promise<string | undefined>;
  /** The features that build on this one. */
  dependents(name: string): Promise<string[]>;
  /** How many tasks of it there are in each status that occurs. */
  taskCounts(name: string): Promise<Record<string, number>>;
  add(name: string, fields: FeatureFields & { display_name: string }): Promise<Feature>;
  change(name: string, fields: FeatureFields): Promise<Feature>;
  /** `why` is kept in the event, beside all that the feature was. */
  remove(name: string, why?: object): Promise<void>;
}

/** From here on two names are close enough to ask whether one thing is meant. */
const similarFrom = 0.6;

export function featureStore(db: Handle, stamp: Stamp, events: EventStore): FeatureStore {
  const dependencies = featureDependencyStore(db);

  async function find(name: string): Promise<Feature | undefined> {
    const row = await db
      .selectFrom('features')
      .selectAll()
      .where('name', '=', name)
      .executeTakeFirst();
    return row && featureOf(row, await dependencies.of(name));
  }

  async function get(name: string): Promise<Feature> {
    const feature = await find(name);
    if (feature) return feature;
    const names = (await db.selectFrom('features').select('name').execute()).map((row) => row.name);
    throw new ToolError('not_found', `There is no feature "${name}".${didYouMean(name, names)}`, {
      hint:
        names.length > 0
          ? `Features: ${names.slice(0, 20).join(', ')}.`
          : 'No feature exists yet: create one first (ralph feature add).',
      details: [{ field: 'feature', message: 'unknown feature' }],
    });
  }

  async function setDependencies(name: string, wanted: readonly string[]): Promise<void> {
    for (const dependency of wanted) await get(dependency);
    await dependencies.set(name, wanted);
  }

  return {
    find,
    get,
    dependents: dependencies.dependents,

    async list(after, limit) {
      return db
        .selectFrom('features as f')
        .leftJoin('tasks as t', 't.feature', 'f.name')
        .select(['f.name', 'f.display_name', 'f.description'])
        .select((eb) => eb.fn.count<number>('t.id').as('tasks'))
        .select(sql<number>`count(CASE WHEN t.status = 'done' THEN 1 END)`.as('done'))
        .where('f.name', '>', after)
        .groupBy('f.name')
        .orderBy('f.name')
        .limit(limit)
        .execute();
    },

    async similar(name, displayName) {
      const rows = await db.selectFrom('features').select(['name', 'display_name']).execute();
      return rows
        .map((row) => ({
          ...row,
          similarity: Math.max(
            ...[name, displayName].flatMap((wanted) => [
              nameSimilarity(wanted, row.name),
              nameSimilarity(wanted, row.display_name),
            ]),
          ),
        }))
        .filter((row) => row.similarity >= similarFrom)
        .sort((a, b) => b.similarity - a.similarity);
    },

    async acronymOwner(acronym) {
      const row = await db
        .selectFrom('features')
        .select('name')
        .where(sql`lower(acronym)`, '=', acronym.toLowerCase())
        .executeTakeFirst();
      return row?.name;
    },

    async taskCounts(name) {
      const rows = await db
        .selectFrom('tasks')
        .select('status')
        .select((eb) => eb.fn.countAll<number>().as('n'))
        .where('feature', '=', name)
        .groupBy('status')
        .execute();
      return Object.fromEntries(rows.map((row) => [row.status, Number(row.n)]));
    },

    async add(name, { dependencies: wanted = [], ...fields }) {
      await db
        .insertInto('features')
        .values({
          name,
          normalised_name: normalisedName(name),
          description: '',
          architecture: '',
          boundaries: '',
          acronym: null,
          knowledge_paths: '[]',
          context_files: '[]',
          ...columnsOf(fields),
          display_name: fields.display_name,
          created_at: stamp.now,
          updated_at: stamp.now,
        })
        .execute();
      await setDependencies(name, wanted);
      const added = await get(name);
      await events.record('feature', name, 'created', null, added);
      return added;
    },

    async change(name, { dependencies: wanted, ...fields }) {
      const before = await get(name);
      await db
        .updateTable('features')
        .set({ ...columnsOf(fields), updated_at: stamp.now })
        .where('name', '=', name)
        .execute();
      if (wanted) await setDependencies(name, wanted);
      const after = await get(name);
      await events.record('feature', name, 'changed', before, after);
      return after;
    },

    async remove(name, why) {
      const before = await get(name);
      await db.deleteFrom('features').where('name', '=', name).execute();
      await events.record('feature', name, 'deleted', before, why ?? null);
    },
  };
}

type PlainFields = Omit<FeatureFields, 'dependencies'>;

function columnsOf({ knowledge_paths, context_files, ...plain }: PlainFields) {
  return {
    ...plain,
    ...(knowledge_paths && { knowledge_paths: JSON.stringify(knowledge_paths) }),
    ...(context_files && { context_files: JSON.stringify(context_files) }),
  };
}

export function featureOf(row: Selectable<FeatureTable>, dependencies: readonly string[]): Feature {
  const { normalised_name: _, ...rest } = row;
  return {
    ...rest,
    knowledge_paths: parseStrings(row.knowledge_paths),
    context_files: parseStrings(row.context_files),
    dependencies,
  };
}
