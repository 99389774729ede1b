import { existsSync } from 'node:fs';
import path from 'node:path';
import { UserError } from '../../../base/errors.ts';
import { serverNamesIn, withServers } from '../../../catalog/sources/edit-ralph-yaml.ts';
import type { ServerEntry } from '../../../catalog/sources/foreign-entry.ts';
import { readForeignFile } from '../../../catalog/sources/foreign-file.ts';
import { scopes } from '../../../server/clients/client.ts';
import { clientNames, clients, parseClientName } from '../../../server/clients/clients.ts';
import { fileName, readRalphYaml, writeRalphYaml } from '../../catalog/ralph-yaml.ts';
import { printSecretNotes, type SecretNote, secretNotes } from '../../catalog/secret-notes.ts';
import type { CommandSpec, Invocation } from '../../command.ts';
import { wordsArgument } from '../../project/read-input.ts';
import { placeOf, thisHost } from '../mcp/client-host.ts';

export const command: CommandSpec = {
  description:
    'Reads the files that these programs keep their MCP servers in, or any mcp.json or Codex TOML that you name, and asks nothing. Secrets become references to variables. To follow a file instead of copying it, name it under catalog.import in ralph.yaml.',
  arguments: [
    {
      name: 'source',
      description: `A file, or one of ${clientNames.join(', ')} (default: all of these)`,
      variadic: true,
    },
  ],
  options: [
    { name: 'dry-run', description: 'Show what would be imported, and change nothing' },
    { name: 'force', description: 'Replace servers of the same name' },
  ],
  examples: [
    { command: 'ralph catalog import', does: 'Everything that is found on this machine.' },
    { command: 'ralph catalog import claude cursor', does: 'From two programs.' },
    { command: 'ralph catalog import ../other/mcp.json --dry-run', does: 'Looks into a file.' },
  ],
  async run(invocation) {
    const { json, output, options } = invocation;
    const before = await readRalphYaml(invocation);
    const found = await collect(invocation, new Set(serverNamesIn(before)));
    const dryRun = options['dry-run'] === true;
    if (!dryRun && Object.keys(found.entries).length > 0)
      await writeRalphYaml(invocation, withServers(before, found.entries));
    const { imported, skipped, secrets, files } = found;
    if (json) {
      output.json({ file: fileName, dry_run: dryRun, files, imported, skipped, secrets });
      return 0;
    }
    if (files.length === 0) output.line('No files of other programs were found here.');
    for (const { server, source } of imported)
      output.line(`${dryRun ? 'Would import' : 'Imported'} ${server} from ${source}`);
    for (const { server, source, reason } of skipped)
      output.line(`Left out ${server} of ${source}: ${reason}`);
    if (files.length > 0 && imported.length + skipped.length === 0)
      output.line(`No servers were found in ${files.join(', ')}.`);
    printSecretNotes(secrets, output);
    if (!dryRun && imported.length > 0) output.line('Next: ralph catalog sync');
    return 0;
  },
};

async function collect(invocation: Invocation, known: ReadonlySet<string>) {
  const entries: Record<string, ServerEntry> = {};
  const imported: { server: string; source: string; transport: string }[] = [];
  const skipped: { server: string; source: string; reason: string }[] = [];
  const secrets: SecretNote[] = [];
  const taken = new Map<string, string>();
  const files = filesOf(invocation);
  const isNamed = wordsArgument(invocation, 'source').length > 0;
  for (const source of files) {
    const file = await readForeignFile(source, { root: invocation.root, taken }).catch(
      (thrown: unknown) => {
        // One of many that are looked into must not keep the others out; one that was asked for must be right.
        if (isNamed || !(thrown instanceof UserError)) throw thrown;
        skipped.push({ server: '(all)', source, reason: thrown.message });
        return undefined;
      },
    );
    for (const { server, message } of file?.problems ?? [])
      skipped.push({ server, source, reason: message });
    for (const { name: server, entry, hidden } of file?.servers ?? []) {
      if (Object.hasOwn(entries, server)) {
        skipped.push({ server, source, reason: 'another file has one of this name' });
      } else if (known.has(server) && invocation.options.force !== true) {
        skipped.push({ server, source, reason: `${fileName} has one of this name` });
      } else {
        entries[server] = entry;
        const transport = entry.type ?? (entry.url === undefined ? 'stdio' : 'http');
        imported.push({ server, source, transport });
        secrets.push(...secretNotes(server, hidden));
      }
    }
  }
  return { entries, imported, skipped, secrets, files };
}

/** The files that were named, by themselves or by their program; of all programs when none was. */
function filesOf(invocation: Invocation): string[] {
  const given = wordsArgument(invocation, 'source');
  const place = placeOf(invocation, thisHost);
  const ofClient = (name: string) =>
    scopes
      .flatMap((scope) => clients[parseClientName(name)].files[scope]?.(place) ?? [])
      .filter((file) => existsSync(file));
  if (given.length === 0) return [...new Set(clientNames.flatMap(ofClient))];
  return given.flatMap((source) => {
    const file = path.resolve(invocation.cwd, source);
    if (existsSync(file)) return [file];
    if (/[./\\]/.test(source)) {
      throw new UserError(`There is no file ${source}.`, {
        hint: `Name a file, or one of: ${clientNames.join(', ')}.`,
        exitCode: 2,
      });
    }
    return ofClient(source);
  });
}
