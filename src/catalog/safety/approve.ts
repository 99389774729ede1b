import type { Database } from '../../storage/open-database.ts';
import { readDefinition } from '../index/definition.ts';
import { listedTools, raiseRevision } from '../index/store.ts';
import type { CatalogTables } from '../index/tables.ts';
import { lineDiff } from './line-diff.ts';

export interface Quarantined {
  readonly tool: string;
  readonly reason: string;
  /** What changed, line by line; the whole definition where nothing was approved before. */
  readonly diff: readonly string[];
}

/** Every tool that waits for a person, with what they are asked to approve. */
export async function quarantined(
  database: Database<CatalogTables>,
): Promise<readonly Quarantined[]> {
  const rows = await waiting(database);
  return rows.map(({ id, quarantine, definition, pending_definition }) => ({
    tool: id,
    reason: quarantine ?? '',
    diff:
      pending_definition === null
        ? printed(definition).map((line) => `  ${line}`)
        : lineDiff(printed(definition), printed(pending_definition)),
  }));
}

/** Pins what the server sends now. Answers the ids that were approved. */
export async function approve(
  database: Database<CatalogTables>,
  ids: ReadonlySet<string>,
  now: string,
): Promise<readonly string[]> {
  const rows = (await waiting(database)).filter(({ id }) => ids.has(id));
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
      'tool.pending_definition',
      'tool.pending_hash',
    ])
    .orderBy('server.server_name')
    .orderBy('tool.tool_name')
    .execute();
  return rows.map((row) => ({ ...row, id: `${row.server_name}/${row.tool_name}` }));
}

/** Escaped, so that hidden characters are seen by whoever approves. */
function printed(definition: string): string[] {
  const text = JSON.stringify(JSON.parse(definition), undefined, 2);
  return text
    .replace(/[\p{Cf}\p{Co}]/gu, (hidden) => `\\u{${hidden.codePointAt(0)?.toString(16)}}`)
    .split('\n');
}
