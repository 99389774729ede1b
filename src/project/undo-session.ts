import type { Clock } from '../base/clock.ts';
import { ToolError } from '../base/errors.ts';
import type { Database } from '../storage/open-database.ts';
import { lastingFields, type NetChange, netChanges, restorableFields } from './rules/net-change.ts';
import { featureDependencyStore } from './store/feature-dependencies.ts';
import type { Handle } from './store/handle.ts';
import { type ProjectStore, projectStore } from './store/project-store.ts';
import {
  type Columns,
  columnsOfFields,
  isRowEntity,
  linksOfFields,
  type RowEntity,
  type RowImages,
  rowImages,
} from './store/row-images.ts';
import { sessionTrail } from './store/session-trail.ts';
import type { ProjectTables } from './tables.ts';
import { removeEntriesOf } from './undo-state-files.ts';

export interface UndoneSession {
  /** How many rows and notes are as they were before the session. */
  readonly undone: number;
  /** What was left as it is, because somebody else has worked on it since. */
  readonly skipped: readonly { readonly what: string; readonly why: string }[];
}

interface Undoing {
  readonly db: Handle;
  readonly store: ProjectStore;
  readonly rows: RowImages;
  readonly done: Set<NetChange>;
  readonly skipped: { what: string; why: string }[];
}

type RowChange = NetChange & { readonly entity: RowEntity };

/**
 * Takes back what a session did to the project, from what its events say was there before. Rows that others changed
 * since stay as they are. May be called again after a crash: what is taken back is so once.
 */
export async function undoSession(
  {
    root,
    database,
    clock,
  }: {
    readonly root: string;
    readonly database: Database<ProjectTables>;
    readonly clock: Clock;
  },
  sessionId: string,
): Promise<UndoneSession> {
  // Notes first: the mark that ends the undoing is in the database, and must not stand before all is done.
  const entries = await removeEntriesOf(root, sessionId);
  const now = clock.now().toISOString();
  const stamp = { author: 'ralph', sessionId: null, tool: 'undo', now };
  return database.transaction(async (tx) => {
    const store = projectStore(tx, database.dialect, stamp);
    const trail = sessionTrail(tx);
    const events = await trail.since(sessionId, await lastUndo(store, sessionId));
    const signals = await trail.forgetSignals(sessionId);
    const changes = netChanges(events).filter((change): change is RowChange =>
      isRowEntity(change.entity),
    );
    const undoing = { db: tx, store, rows: rowImages(tx), done: new Set<NetChange>(), skipped: [] };
    await takeBack(undoing, changes);
    await freeClaims(undoing, changes, sessionId);

    const { done, skipped }: Undoing = undoing;
    const result = { undone: done.size + entries + signals, skipped };
    if (events.length > 0 || result.undone > 0) {
      await store.events.record('session', sessionId, 'undone', null, result);
    }
    return result;
  });
}

async function lastUndo({ events }: ProjectStore, sessionId: string): Promise<number> {
  const undone = (await events.of('session', sessionId)).filter(
    ({ action }) => action === 'undone',
  );
  return undone.at(-1)?.id ?? 0;
}

/** In an order in which nothing points at what is not there. */
async function takeBack(undoing: Undoing, changes: readonly RowChange[]): Promise<void> {
  const of = (kind: 'created' | 'changed' | 'deleted', ...entities: RowEntity[]) =>
    entities.flatMap((entity) =>
      changes.filter((change) => change.entity === entity && kindOf(change) === kind),
    );
  for (const change of of('changed', 'discipline', 'feature')) await restore(undoing, change);
  for (const change of of('deleted', 'discipline', 'feature', 'task'))
    await restore(undoing, change);
  for (const change of of('changed', 'task')) await restore(undoing, change);
  for (const change of of('deleted', 'learning', 'comment', 'question')) {
    await restore(undoing, change);
  }
  for (const change of of('changed', 'learning', 'comment', 'question')) {
    await restore(undoing, change);
  }
  await relink(undoing, changes);
  // The newest first: a task that was found while doing another goes before it.
  const made = of('created', 'comment', 'question', 'learning');
  const madeTasks = of('created', 'task').reverse();
  const madeNames = of('created', 'discipline', 'feature').reverse();
  for (const change of [...made, ...madeTasks, ...madeNames]) await unmake(undoing, change);
  const kept = [...madeTasks, ...madeNames].filter((change) => !undoing.done.has(change));
  await tie(
    undoing,
    kept.map((change) => ({ change, links: linksOfFields(change.entity, change.after ?? {}) })),
  );
}

function kindOf({ before, after }: NetChange): 'created' | 'changed' | 'deleted' {
  if (before === null) return 'created';
  return after === null ? 'deleted' : 'changed';
}

/** Puts fields, or a whole row, back to what they were. */
async function restore(undoing: Undoing, change: RowChange): Promise<void> {
  const { rows, store } = undoing;
  const { entity, id, before, after } = change;
  if (!before) return;
  const current = await rows.find(entity, id);
  if (after ? !current : current) {
    return skip(undoing, change, after ? 'it is gone' : 'it was made anew');
  }
  if (after && current && (await touchedByOthers(rows, change, current))) {
    return skip(undoing, change, 'it was changed since');
  }
  const fit = await rows.fitting(entity, id, columnsOfFields(entity, restorableFields(before)));
  if ('why' in fit) return skip(undoing, change, fit.why);
  if (after) await rows.change(entity, id, fit.columns);
  else await rows.insert(entity, fit.columns);
  await finish(undoing, change);
  if (entity === 'task') await store.search.index(await store.tasks.get(Number(id)));
}

async function touchedByOthers(
  rows: RowImages,
  { entity, before, after }: RowChange,
  current: Columns,
): Promise<boolean> {
  const left = columnsOfFields(entity, after ?? {});
  const found = columnsOfFields(entity, before ?? {});
  for (const column of lastingFields(left)) {
    const value = current[column] ?? null;
    if (value === left[column] || value === found[column]) continue;
    // A link that the database cut, because what it named has been taken back, is nobody's change.
    if (value === null && (await rows.isGone(entity, column, left[column]))) continue;
    return true;
  }
  return false;
}

/** Removes what the session made, unless others have built on it. */
async function unmake(undoing: Undoing, change: RowChange): Promise<void> {
  const { rows, store } = undoing;
  const { entity, id, after } = change;
  const current = await rows.find(entity, id);
  if (!after || !current) return;
  if (await touchedByOthers(rows, { ...change, before: after }, current)) {
    return skip(undoing, change, 'it was changed since');
  }
  const hanging = (await rows.hangsOn(entity, id)) ?? (await dependentOn(store, entity, id));
  if (hanging) return skip(undoing, change, `${hanging} builds on it`);
  await rows.remove(entity, id);
  if (entity === 'task') await store.search.forget(Number(id));
  await finish(undoing, change);
}

async function dependentOn(
  store: ProjectStore,
  entity: RowEntity,
  id: string,
): Promise<string | undefined> {
  if (entity === 'task') {
    const [first] = await store.dependencies.dependents(Number(id));
    return first && `task ${first.id}`;
  }
  if (entity !== 'feature') return undefined;
  const [first] = await store.features.dependents(id);
  return first && `feature ${first}`;
}

/** All links are cut before any is tied: the old ones may close a circle with the new. */
async function relink(undoing: Undoing, changes: readonly RowChange[]): Promise<void> {
  const concerned = changes.flatMap((change) => {
    if (change.before !== null && !undoing.done.has(change)) return [];
    const linked = linksOfFields(change.entity, change.before ?? change.after ?? {});
    return linked ? [{ change, links: change.before === null ? undefined : linked }] : [];
  });
  await tie(
    undoing,
    concerned.map(({ change }) => ({ change, links: [] })),
  );
  await tie(undoing, concerned);
}

interface Link {
  readonly change: RowChange;
  readonly links: readonly (string | number)[] | undefined;
}

async function tie({ store, db, skipped }: Undoing, links: readonly Link[]): Promise<void> {
  const features = featureDependencyStore(db);
  for (const { change, links: to } of links) {
    if (!to) continue;
    const { entity, id } = change;
    try {
      if (entity === 'task') await store.dependencies.set(Number(id), to.map(Number));
      else await features.set(id, to.map(String));
    } catch (thrown) {
      if (!(thrown instanceof ToolError)) throw thrown;
      skipped.push({ what: `what ${entity} ${id} builds on`, why: thrown.message });
    }
  }
}

/** Also of rows that stay as they are: whoever held them is gone, and others may take them. */
async function freeClaims(
  { store }: Undoing,
  changes: readonly RowChange[],
  sessionId: string,
): Promise<void> {
  for (const { entity, id } of changes) {
    const task = entity === 'task' ? await store.tasks.find(Number(id)) : undefined;
    if (task?.claimed_by !== sessionId) continue;
    if (task.status === 'in_progress') {
      await store.tasks.change(task.id, { status: 'pending' }, 'released');
    }
    await store.claims.drop(task.id);
  }
}

async function finish({ store, done }: Undoing, change: RowChange): Promise<void> {
  await store.events.record(change.entity, change.id, 'undone', change.after, change.before);
  done.add(change);
}

function skip({ skipped }: Undoing, { entity, id }: RowChange, why: string): void {
  skipped.push({ what: `${entity} ${id}`, why });
}
