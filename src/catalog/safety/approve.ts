import type { Database } from '../../storage/open-database.ts';
import { readDefinition } from '../index/definition.ts';
import { listedTools, raiseRevision } from '../index/store.ts';
import type { CatalogTables } from '../index/tables.ts';
import { lineDiff } from './line-diff.ts';

export interface Quarantined {
  readonly tool: string;
  readonly reason: string;
  /** Of what would be approved: another one means that the server has changed it since. */
  readonly fingerprint: string;
  /** What changed, line by line; the whole definition where nothing was approved before. */
  readonly diff: readonly string[];
}

const fingerprintLength = 12;

/** Every tool that waits for a person, with what they are asked to approve. */
export async function quarantined(
  database: Database<CatalogTables>,
): Promise<readonly Quarantined[]> {
  const rows = await waiting(database);
  return rows.map(({ id, quarantine, fingerprint, definition, pending_definition }) => ({
    tool: id,
    reason: quarantine ?? '',
    fingerprint,
    diff:
      pending_definition === null
        ? printed(definition).map((line) => `  ${line}`)
        : lineDiff(printed(definition), printed(pending_definition)),
  }));
}

/**
 * Pins what the servers send now, of these tools, as far as it bears the fingerprint that its approver saw. Answers
 * the ids that were approved.
 */
export async function approve(
  database: Database<CatalogTables>,
  seen: readonly Pick<Quarantined, 'tool' | 'fingerprint'>[],
  now: string,
): Promise<readonly string[]> {
  const wanted = new Map(seen.map(({ tool, fingerprint }) => [tool, fingerprint]));
  const rows = (await waiting(database)).filter(
    ({ id, fingerprint }) => wanted.get(id) === fingerprint,
  );
  await database.transaction(async (tx) => {
    for (const row of rows) {
      const { pending_definition, pending_hash } = row;
      const isChanged = pending_definition !== null && pending_hash !== null;
      const read = isChanged ? readDefinition(JSON.parse(pending_definition)) : undefined;
      await tx
        .updateTable('mcp_tools')
        .set({
          quarantine: null,
          pending_definition: null,
          pending_hash: null,
          updated_at: now,
          ...(isChanged && { definition: pending_definition, hash: pending_hash }),
          ...(read && { display_name: read.title, description: read.description }),
        })
        .where('id', '=', row.rowId)
        .execute();
    }
    if (rows.length > 0) await raiseRevision(tx);
  });
  return rows.map(({ id }) => id);
}

async function waiting(database: Database<CatalogTables>) {
  const rows = await listedTools(database.kysely)
    .where('tool.quarantine', 'is not', null)
    .select([
      'tool.id as rowId',
      'server.server_name',
      'tool.tool_name',
      'tool.quarantine',
      'tool.definition',
      'tool.hash',
      'tool.pending_definition',
      'tool.pending_hash',
    ])
    .orderBy('server.server_name')
    .orderBy('tool.tool_name')
    .execute();
  return rows.map((row) => ({
    ...row,
    id: `${row.server_name}/${row.tool_name}`,
    fingerprint: (row.pending_hash ?? row.hash).slice(0, fingerprintLength),
  }));
}

/** Escaped, so that hidden characters are seen by whoever approves. */
function printed(definition: string): string[] {
  const text = JSON.stringify(JSON.parse(definition), undefined, 2);
  return text
    .replace(/[\p{Cf}\p{Co}]/gu, (hidden) => `\\u{${hidden.codePointAt(0)?.toString(16)}}`)
    .split('\n');
}
