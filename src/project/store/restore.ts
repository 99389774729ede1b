import type { Dialect } from '../../storage/dialect.ts';
import { priorities } from '../model.ts';
import { normalisedName } from '../rules/similarity.ts';
import type { ProjectDocument } from '../transfer/project-document.ts';
import { eventStore } from './events.ts';
import type { Handle, Stamp } from './handle.ts';
import { searchStore } from './search.ts';
import { columnsOf } from './task-rows.ts';

/** Writes the rows of a checked document as they were, ids and times included, into a project that has none. */
export async function restoreProject(
  db: Handle,
  dialect: Dialect,
  stamp: Stamp,
  document: ProjectDocument,
): Promise<void> {
  await restorePeople(db, stamp, document);
  await restoreTasks(db, dialect, stamp, document);
  await restoreTalk(db, stamp, document);
  for (const { data, ...kept } of document.documents) {
    await db
      .insertInto('imported_documents')
      .values({ ...kept, data: JSON.stringify(data) })
      .execute();
  }
}

async function restorePeople(db: Handle, stamp: Stamp, document: ProjectDocument): Promise<void> {
  const events = eventStore(db, stamp);
  const { project } = document;
  if (project) {
    await db
      .insertInto('metadata')
      .values({ id: 1, ...project })
      .onConflict((conflict) => conflict.column('id').doUpdateSet(project))
      .execute();
    await events.record('project', 1, 'imported', null, project);
  }
  for (const discipline of document.disciplines) {
    const { skills, mcp_servers, mcp_tool_overrides, ...plain } = discipline;
    await db
      .insertInto('disciplines')
      .values({
        ...plain,
        skills: JSON.stringify(skills),
        mcp_servers: JSON.stringify(mcp_servers),
        mcp_tool_overrides: JSON.stringify(mcp_tool_overrides),
      })
      .execute();
    await events.record('discipline', discipline.name, 'imported', null, discipline);
  }
  for (const feature of document.features) {
    const { dependencies: _, knowledge_paths, context_files, ...plain } = feature;
    await db
      .insertInto('features')
      .values({
        ...plain,
        normalised_name: normalisedName(feature.name),
        knowledge_paths: JSON.stringify(knowledge_paths),
        context_files: JSON.stringify(context_files),
      })
      .execute();
    await events.record('feature', feature.name, 'imported', null, feature);
  }
  // Links after rows: what a record points at may stand later in the file.
  for (const { name, dependencies } of document.features) {
    for (const other of dependencies) {
      await db
        .insertInto('feature_dependencies')
        .values({ feature: name, depends_on: other })
        .execute();
    }
  }
}

async function restoreTasks(
  db: Handle,
  dialect: Dialect,
  stamp: Stamp,
  document: ProjectDocument,
): Promise<void> {
  const events = eventStore(db, stamp);
  const search = searchStore(db, dialect);
  for (const task of document.tasks) {
    const { depends_on: _, discovered_from: __, ...fields } = task;
    const { feature, discipline, title, status, provenance, created_at, updated_at } = task;
    await db
      .insertInto('tasks')
      .values({
        ...columnsOf(fields),
        ...{ feature, discipline, title, status, provenance, created_at, updated_at },
      })
      .execute();
    await search.index(task);
    await events.record('task', task.id, 'imported', null, task);
  }
  for (const { id, depends_on, discovered_from } of document.tasks) {
    for (const other of depends_on) {
      await db.insertInto('task_dependencies').values({ task_id: id, depends_on: other }).execute();
    }
    if (discovered_from !== null) {
      await db.updateTable('tasks').set({ discovered_from }).where('id', '=', id).execute();
    }
  }
}

async function restoreTalk(db: Handle, stamp: Stamp, document: ProjectDocument): Promise<void> {
  const events = eventStore(db, stamp);
  for (const comment of document.comments) {
    const priority = comment.priority && priorities.indexOf(comment.priority);
    await db
      .insertInto('task_comments')
      .values({ ...comment, priority })
      .execute();
    await events.record('comment', comment.id, 'imported', null, comment);
  }
  for (const question of document.questions) {
    await db
      .insertInto('questions')
      .values({ ...question, blocking: question.blocking ? 1 : 0 })
      .execute();
    await events.record('question', question.id, 'imported', null, question);
  }
  for (const learning of document.learnings) {
    await db
      .insertInto('learnings')
      .values({ ...learning, reviewed: learning.reviewed ? 1 : 0, conflicts_with: null })
      .execute();
    await events.record('learning', learning.id, 'imported', null, learning);
  }
  for (const { id, conflicts_with } of document.learnings) {
    if (conflicts_with === null) continue;
    await db.updateTable('learnings').set({ conflicts_with }).where('id', '=', id).execute();
  }
}
