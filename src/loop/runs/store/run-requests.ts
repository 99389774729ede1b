import { ToolError } from '../../../base/errors.ts';
import { redactText } from '../../../base/redaction.ts';
import type { Database } from '../../../storage/open-database.ts';
import { hasEnded, type Run } from '../run.ts';
import type { StoredIteration } from './iteration-rows.ts';
import type { StoredRun } from './run-rows.ts';
import type { RunTables } from './tables.ts';

/** What people ask of a run that another process works on. */
export interface RunRequests {
  addNote(runId: string, text: string, author: string): Promise<void>;
  /** Gives the waiting notes to an iteration; asked again for the same one, the same notes come back. */
  takeNotes(runId: string, iteration: number): Promise<string[]>;
  requestCancel(runId: string, by: string): Promise<void>;
  /** Lets pass what looks like tampering so far. What comes later needs another approval. */
  approve(runId: string, by: string): Promise<readonly string[]>;
}

export function runRequests(reads: {
  readonly database: Database<RunTables>;
  now(): string;
  get(id: string): Promise<StoredRun>;
  iterations(runId: string): Promise<StoredIteration[]>;
}): RunRequests {
  const { database, now, get, iterations } = reads;
  const db = database.kysely;
  return {
    async addNote(runId, text, author) {
      const run = await get(runId);
      if (isOver(run)) throw alreadyEnded(run, 'A note reaches only a run that goes on.');
      await db
        .insertInto('run_notes')
        .values({ run_id: runId, text: redactText(text), author, created_at: now() })
        .execute();
    },

    async takeNotes(runId, iteration) {
      return database.transaction(async (tx) => {
        await tx
          .updateTable('run_notes')
          .set({ iteration })
          .where('run_id', '=', runId)
          .where('iteration', 'is', null)
          .execute();
        const rows = await tx
          .selectFrom('run_notes')
          .select('text')
          .where('run_id', '=', runId)
          .where('iteration', '=', iteration)
          .orderBy('id')
          .execute();
        return rows.map(({ text }) => text);
      });
    },

    async requestCancel(runId, by) {
      const run = await get(runId);
      if (hasEnded(run)) throw alreadyEnded(run, 'There is nothing left to cancel.');
      await db
        .updateTable('runs')
        .set({ cancel_requested_by: by })
        .where('id', '=', runId)
        .execute();
    },

    async approve(runId, by) {
      const run = await get(runId);
      if (run.undone) throw alreadyEnded(run, 'There is nothing left to approve.');
      const found = (await iterations(runId)).at(-1)?.tampering ?? [];
      const fresh = found.filter((finding) => !run.approved_findings.includes(finding));
      if (fresh.length === 0) {
        throw new ToolError('conflict', `Nothing in run ${runId} waits for approval.`, {
          hint: `See "ralph runs show ${runId}" for how it stands.`,
        });
      }
      await db
        .updateTable('runs')
        .set({
          approved_by: by,
          approved_findings: JSON.stringify([...run.approved_findings, ...fresh]),
        })
        .where('id', '=', runId)
        .execute();
      return fresh;
    },
  };
}

/** Nothing lets it go on. */
function isOver({ status, undone }: Run): boolean {
  return status === 'complete' || undone;
}

function alreadyEnded(run: Run, why: string): ToolError {
  const how = run.undone ? 'was undone' : `has ended (${run.status})`;
  return new ToolError('conflict', `Run ${run.id} ${how}. ${why}`, {
    hint: isOver(run)
      ? 'Start a new one: ralph run'
      : `To go on with it: ralph runs resume ${run.id}`,
  });
}
