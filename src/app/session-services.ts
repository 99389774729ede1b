import { realpath } from 'node:fs/promises';
import path from 'node:path';
import { defined } from '../base/defined.ts';
import {
  builtFor,
  type GeneratedFile,
  serverFileName,
  serverFiles,
} from '../session/server-file.ts';
import type { ServerEntry, SessionSettings } from '../session/settings.ts';
import { registryFingerprint } from '../tool/fingerprint.ts';
import type { Registry } from '../tool/registry.ts';
import type { RalphConfig } from './config/schema.ts';
import { projectMigrations } from './database.ts';
import { programFile } from './program.ts';

export function sessionSettings({
  recipes,
  disciplines,
  tools,
  budgets,
  catalog,
  learning,
}: RalphConfig): SessionSettings {
  const servers = Object.values(catalog.servers).filter(({ enabled }) => enabled);
  const hasCatalog = servers.length > 0 || catalog.import.length > 0;
  const hasMemory = learning.enabled && learning.mcp_context.enabled;
  return { recipes, disciplines, tools, budgets: defined(budgets), hasCatalog, hasMemory };
}

/** How an agent starts Ralph's server for a session: the generated file where TypeScript runs as it is. */
export function sessionServer(
  root: string,
  sessionId: string,
  runId: string | undefined,
): ServerEntry {
  const direct = directServer(root);
  const start = stripsTypes(process.versions) ? [path.join(root, serverFileName)] : direct;
  return {
    type: 'stdio',
    command: process.execPath,
    args: [...start, '--session', sessionId],
    // What the agent stores belongs to the run, also where a memory lasts no longer than that.
    ...(runId !== undefined && { env: { RALPH_RUN_ID: runId } }),
  };
}

/** The same for a session whose tools write into a copy of the project, which the generated file knows nothing of. */
export function copyServer(root: string, sessionId: string, databaseFile: string): ServerEntry {
  const args = [...directServer(root), '--database', databaseFile, '--session', sessionId];
  return { type: 'stdio', command: process.execPath, args };
}

function directServer(root: string): string[] {
  return [programFile(), 'mcp', '--transport', 'stdio', '--root', root];
}

function stripsTypes({ bun, node }: { bun?: string | undefined; node: string }): boolean {
  const [major = 0, minor = 0] = node.split('.').map(Number);
  return bun !== undefined || major > 22 || (major === 22 && minor >= 18);
}

/** The tools and the schema of this installation, as generated servers name them. */
export function installedFor(registry: Registry): string {
  return builtFor(installedFacts(registry));
}

/** The generated server of a project. The root by its real name: the same bytes, whichever way one came. */
export async function projectServerFiles(
  root: string,
  registry: Registry,
): Promise<GeneratedFile[]> {
  return serverFiles({
    root: await realpath(root),
    program: programFile(),
    ...installedFacts(registry),
  });
}

function installedFacts(registry: Registry) {
  return {
    registryFingerprint: registryFingerprint(registry.list({ toolsets: ['project'] })),
    schemaVersion: projectMigrations.length,
  };
}
