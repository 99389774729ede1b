import { ToolError } from '../base/errors.ts';
import type { SessionIdentity } from '../tool/tool.ts';
import { mostPaths } from './feature-fields.ts';
import type { Feature } from './model.ts';
import { isHeldByAnother, refuseHeld } from './rules/claim.ts';
import { mostLearnings, planLearningMerge } from './rules/learnings.ts';
import type { FeatureFields } from './store/features.ts';
import type { ProjectStore } from './store/project-store.ts';

interface Merge {
  readonly store: ProjectStore;
  readonly session: SessionIdentity | null;
  readonly now: string;
  readonly source: string;
  readonly target: string;
  readonly reason: string;
}

/** Everything that hangs on `source` hangs on `target` afterwards; the events hold what `source` was. */
export async function mergeInto(merge: Merge) {
  const { store } = merge;
  const source = await store.features.get(merge.source);
  const target = await store.features.get(merge.target);
  if (source.name === target.name) {
    throw new ToolError('invalid_argument', `"${source.name}" cannot be merged with itself.`, {
      hint: 'Name two features: source is removed, target stays.',
      details: [{ field: 'target', message: 'same as source' }],
    });
  }
  const joined = joinedFields(source, target);
  const tasks = await moveTasks(merge);
  const dependents = await moveDependencies(store, source, target);
  const learnings = await moveLearnings(store, source.name, target.name);
  await store.features.remove(source.name, { merged_into: target.name, reason: merge.reason });
  if (Object.keys(joined).length > 0) await store.features.change(target.name, joined);
  return { feature: target.name, removed: source.name, tasks, dependents, ...learnings };
}

async function moveTasks({ store, session, now, source, target }: Merge): Promise<number> {
  const held = await store.tasks.claimedIn(source);
  refuseHeld(held.filter((task) => isHeldByAnother(task, session, now)));
  let moved = 0;
  const pageSize = 500;
  for (let after = 0; ; ) {
    const page = await store.tasks.list({ feature: source }, after, pageSize);
    for (const { id } of page) await store.tasks.change(id, { feature: target }, 'moved');
    moved += page.length;
    after = page.at(-1)?.id ?? after;
    if (page.length < pageSize) return moved;
  }
}

/** A link between the two is gone; one that would now close a circle is refused by the store. */
async function moveDependencies(
  store: ProjectStore,
  source: Feature,
  target: Feature,
): Promise<number> {
  const both = new Set([source.name, target.name]);
  const wanted = union(target.dependencies, source.dependencies).filter((name) => !both.has(name));
  if (wanted.join() !== target.dependencies.join()) {
    await store.features.change(target.name, { dependencies: wanted });
  }
  const dependents = (await store.features.dependents(source.name)).filter(
    (name) => !both.has(name),
  );
  for (const name of dependents) {
    const { dependencies } = await store.features.get(name);
    const others = dependencies.filter((dependency) => dependency !== source.name);
    await store.features.change(name, { dependencies: union(others, [target.name]) });
  }
  return dependents.length;
}

async function moveLearnings({ learnings }: ProjectStore, source: string, target: string) {
  const plan = planLearningMerge(
    await learnings.of(source, mostLearnings),
    await learnings.of(target, mostLearnings),
  );
  for (const { learning, conflictsWith } of plan.move) {
    await learnings.move(learning.id, target, conflictsWith);
  }
  for (const { into, from } of plan.absorb) await learnings.absorb(into.id, from.id);
  for (const { id } of plan.prune) await learnings.remove(id);
  return {
    learnings: plan.move.length,
    learnings_deduped: plan.absorb.length,
    learnings_pruned: plan.prune.length,
  };
}

/** What the target gains: both lists of files, and texts where it had none of its own. */
function joinedFields(source: Feature, target: Feature): FeatureFields {
  const context_files = joinedPaths('context_files', source, target);
  const knowledge_paths = joinedPaths('knowledge_paths', source, target);
  return {
    ...(context_files.length > target.context_files.length && { context_files }),
    ...(knowledge_paths.length > target.knowledge_paths.length && { knowledge_paths }),
    ...(target.description === '' && source.description && { description: source.description }),
    ...(target.architecture === '' && source.architecture && { architecture: source.architecture }),
    ...(target.boundaries === '' && source.boundaries && { boundaries: source.boundaries }),
    ...(target.acronym === null && source.acronym && { acronym: source.acronym }),
  };
}

function joinedPaths(
  field: 'context_files' | 'knowledge_paths',
  source: Feature,
  target: Feature,
): string[] {
  const joined = union(target[field], source[field]);
  if (joined.length <= mostPaths) return joined;
  throw new ToolError(
    'budget_exceeded',
    `Together they have ${joined.length} ${field}, and one feature holds ${mostPaths}.`,
    {
      hint: `Shorten ${field} of one of the two first.`,
      details: [{ field, message: `${joined.length} of at most ${mostPaths}` }],
    },
  );
}

function union(a: readonly string[], b: readonly string[]): string[] {
  return [...new Set([...a, ...b])];
}
