import type { ListedTools, RawTool } from '../connections/list-tools.ts';
import { type ServerSpec, specFingerprint } from '../connections/server-spec.ts';
import { scanDefinition } from '../safety/scan-definition.ts';
import { type CategorySettings, categoriesByWords, configuredCategory } from './assign-category.ts';
import { definitionHash, readDefinition } from './definition.ts';
import { type Handle, raiseRevision } from './store.ts';

export interface ServerChanges {
  readonly tools: number;
  readonly added: number;
  readonly removed: number;
  /** Whose definition is no longer the one that was pinned. */
  readonly changed: readonly string[];
  readonly quarantined: readonly string[];
  readonly rejected: readonly string[];
}

interface Listed {
  readonly raw: RawTool;
  readonly hash: string;
}

/** Brings the rows of one server up to what it lists now. Writes nothing when that is what is known already. */
export async function storeListing(
  db: Handle,
  spec: ServerSpec,
  listing: ListedTools,
  settings: CategorySettings,
  now: string,
): Promise<ServerChanges> {
  const listed = listing.tools.map((raw): Listed => ({ raw, hash: definitionHash(raw) }));
  const server = await activeServer(db, spec, listing, now);
  const rejected = listing.rejected.map(({ name, reason }) => `${name ?? '(no name)'}: ${reason}`);
  const rows = await db
    .selectFrom('mcp_tools')
    .where('server_id', '=', server.id)
    .select([
      'id',
      'tool_name',
      'hash',
      'pending_hash',
      'quarantine',
      'is_listed',
      'primary_category',
    ])
    .execute();
  const known = new Map(rows.map((row) => [row.tool_name, row]));
  const categories = categoriesOf(spec, listed, settings);
  const report = { added: 0, removed: 0, changed: [] as string[], quarantined: [] as string[] };
  let isTouched = !server.wasActive;

  for (const [place, { raw, hash }] of listed.entries()) {
    const row = known.get(raw.name);
    const category = categories[place];
    if (!row) {
      const quarantine = suspicion(raw);
      if (quarantine !== null) report.quarantined.push(raw.name);
      await addTool(db, server.id, { raw, hash }, category?.name ?? 'other', quarantine, now);
      report.added++;
      isTouched = true;
      continue;
    }
    const changes = pinChanges(row, { raw, hash });
    // A category by words is a first guess; only what the configuration says overrules what is there.
    const moved = category?.isConfigured === true && category.name !== row.primary_category;
    if (changes.quarantine !== undefined) report.changed.push(raw.name);
    if (typeof changes.quarantine === 'string') report.quarantined.push(raw.name);
    if (changes.quarantine === undefined && row.is_listed === 1 && !changes.lifted && !moved)
      continue;
    isTouched = true;
    const { lifted: _, ...columns } = changes;
    await db
      .updateTable('mcp_tools')
      .set({
        ...columns,
        is_listed: 1,
        updated_at: now,
        ...(moved && { primary_category: category.name }),
      })
      .where('id', '=', row.id)
      .execute();
  }
  const names = new Set(listed.map(({ raw }) => raw.name));
  const gone = rows.filter((row) => row.is_listed === 1 && !names.has(row.tool_name));
  for (const row of gone) {
    await db
      .updateTable('mcp_tools')
      .set({ is_listed: 0, updated_at: now })
      .where('id', '=', row.id)
      .execute();
  }
  report.removed = gone.length;
  await db
    .updateTable('mcp_servers')
    .set({ listed_at: now, last_error: null })
    .where('id', '=', server.id)
    .execute();
  if (isTouched || gone.length > 0) await raiseRevision(db);
  return { tools: listed.length, rejected, ...report };
}

interface PinChanges {
  readonly quarantine?: string | null;
  readonly pending_definition?: string | null;
  readonly pending_hash?: string | null;
  readonly lifted: boolean;
}

/** A tool that is no longer what was pinned is put aside; one that went back to it is let out again. */
function pinChanges(
  row: { readonly hash: string; readonly pending_hash: string | null },
  { raw, hash }: Listed,
): PinChanges {
  if (hash === row.hash) {
    if (row.pending_hash === null) return { lifted: false };
    // What was suspicious at first sight was pinned all the same, and must not get out by changing twice.
    const quarantine = suspicion(raw);
    return { quarantine, pending_definition: null, pending_hash: null, lifted: true };
  }
  if (hash === row.pending_hash) return { lifted: false };
  const found = scanDefinition(raw);
  return {
    quarantine: `its definition changed since it was approved${found.length > 0 ? `, and now holds ${found.join(' and ')}` : ''}`,
    pending_definition: JSON.stringify(raw),
    pending_hash: hash,
    lifted: false,
  };
}

function suspicion(raw: RawTool): string | null {
  const found = scanDefinition(raw);
  return found.length > 0 ? `its definition holds ${found.join(' and ')}` : null;
}

async function addTool(
  db: Handle,
  serverId: number,
  { raw, hash }: Listed,
  category: string,
  quarantine: string | null,
  now: string,
): Promise<void> {
  const { title, description } = readDefinition(raw);
  await db
    .insertInto('mcp_tools')
    .values({
      server_id: serverId,
      tool_name: raw.name,
      display_name: title,
      description,
      definition: JSON.stringify(raw),
      hash,
      primary_category: category,
      is_listed: 1,
      quarantine,
      first_seen_at: now,
      updated_at: now,
    })
    .execute();
}

async function activeServer(
  db: Handle,
  spec: ServerSpec,
  { serverInfo }: ListedTools,
  now: string,
): Promise<{ readonly id: number; readonly wasActive: boolean }> {
  const found = await db
    .selectFrom('mcp_servers')
    .where('server_name', '=', spec.name)
    .select(['id', 'is_active'])
    .executeTakeFirst();
  const columns = {
    display_name: serverInfo.title ?? serverInfo.name ?? spec.name,
    version: serverInfo.version ?? '',
    fingerprint: specFingerprint(spec),
    is_active: 1,
    listed_at: now,
  };
  if (found) {
    await db.updateTable('mcp_servers').set(columns).where('id', '=', found.id).execute();
    return { id: found.id, wasActive: found.is_active === 1 };
  }
  const { id } = await db
    .insertInto('mcp_servers')
    .values({ server_name: spec.name, ...columns })
    .returning('id')
    .executeTakeFirstOrThrow();
  return { id, wasActive: false };
}

function categoriesOf(spec: ServerSpec, listed: readonly Listed[], settings: CategorySettings) {
  const described = listed.map(({ raw }) => ({
    name: raw.name,
    description: readDefinition(raw).description,
  }));
  const guessed = categoriesByWords(spec.name, described);
  return listed.map(({ raw }, place) => {
    const configured = configuredCategory(settings, spec.name, raw.name, spec.category);
    return {
      name: configured ?? guessed[place] ?? 'other',
      isConfigured: configured !== undefined,
    };
  });
}
