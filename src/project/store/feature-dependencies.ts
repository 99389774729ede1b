import { ToolError } from '../../base/errors.ts';
import { dependencyPath } from '../rules/dependency-path.ts';
import type { Handle } from './handle.ts';

export interface FeatureDependencyStore {
  /** The features that `name` builds on. */
  of(name: string): Promise<string[]>;
  /** The features that build on `name`. */
  dependents(name: string): Promise<string[]>;
  /** Replaces what `name` builds on, all of which exist; refuses itself and cycles, with the path. */
  set(name: string, wanted: readonly string[]): Promise<void>;
}

export function featureDependencyStore(db: Handle): FeatureDependencyStore {
  return {
    async of(name) {
      const rows = await db
        .selectFrom('feature_dependencies')
        .select('depends_on')
        .where('feature', '=', name)
        .orderBy('depends_on')
        .execute();
      return rows.map((row) => row.depends_on);
    },

    async dependents(name) {
      const rows = await db
        .selectFrom('feature_dependencies')
        .select('feature')
        .where('depends_on', '=', name)
        .orderBy('feature')
        .execute();
      return rows.map((row) => row.feature);
    },

    async set(name, wanted) {
      await refuseCycle(db, name, wanted);
      await db.deleteFrom('feature_dependencies').where('feature', '=', name).execute();
      const rows = [...new Set(wanted)].map((other) => ({ feature: name, depends_on: other }));
      if (rows.length > 0) await db.insertInto('feature_dependencies').values(rows).execute();
    },
  };
}

async function refuseCycle(db: Handle, name: string, wanted: readonly string[]): Promise<void> {
  if (wanted.length === 0) return;
  const rows = await db.selectFrom('feature_dependencies').selectAll().execute();
  const edges = rows.map((row) => ({ task: row.feature, dependsOn: row.depends_on }));
  for (const dependency of wanted) {
    const path = dependencyPath(edges, dependency, name);
    if (!path) continue;
    const circle = [name, ...path].join(' → ');
    throw new ToolError('cycle', `Features would depend on each other in a circle: ${circle}.`, {
      hint: 'Leave out one of these links.',
      details: [{ field: 'dependencies', message: circle }],
    });
  }
}
