import { UserError } from '../../../base/errors.ts';
import { homeFolder } from '../../../base/home-folder.ts';
import { didYouMean } from '../../../base/suggest.ts';
import type { ClientChange } from '../../../server/clients/change.ts';
import { type Place, type Scope, scopes } from '../../../server/clients/client.ts';
import type { Program } from '../../../server/clients/stdio-launch.ts';
import type { Invocation } from '../../command.ts';

/** The machine that client files are on; tests give another one. */
export interface ClientHost {
  readonly platform: NodeJS.Platform;
  home(env: Invocation['env']): string;
  program(): Program;
}

export const thisHost: ClientHost = {
  platform: process.platform,
  home: homeFolder,
  program: () => ({ node: process.execPath, script: process.argv[1] ?? '' }),
};

export function placeOf({ env, root }: Invocation, host: ClientHost): Place {
  return { platform: host.platform, env, home: host.home(env), root };
}

export function scopeOf({ options }: Invocation): Scope | undefined {
  if (options.scope === undefined) return undefined;
  const scope = scopes.find((known) => known === options.scope);
  if (scope !== undefined) return scope;
  const given = String(options.scope);
  throw new UserError(`There is no scope "${given}".${didYouMean(given, scopes)}`, {
    hint: `Use --scope ${scopes.join(' or --scope ')}.`,
    exitCode: 2,
  });
}

/** The result as one JSON value, or for a person; warnings go to stderr either way. */
export function report(change: ClientChange, { json, output }: Invocation): void {
  const { client, title, scope, file, action, backup, entry, snippet, notes, warnings } = change;
  for (const warning of warnings) output.error(`Warning: ${warning}`);
  if (json) {
    output.json({ client, scope, file, action, backup, entry, notes });
    return;
  }
  output.line(headline(action, title, scope));
  output.line(`  file    ${file}`);
  if (backup !== undefined) output.line(`  backup  ${backup}`);
  if (action === 'printed') {
    output.line();
    output.line((snippet ?? JSON.stringify(entry, null, 2)).trimEnd());
  }
  if (notes.length > 0) output.line();
  for (const note of notes) output.line(`- ${note}`);
}

function headline(action: ClientChange['action'], title: string, scope: Scope): string {
  switch (action) {
    case 'installed':
      return `Installed: ${title} now has Ralph (${scope} file).`;
    case 'updated':
      return `Updated: ${title} has the new entry (${scope} file).`;
    case 'unchanged':
      return `Already installed, unchanged: ${title} (${scope} file).`;
    case 'removed':
      return `Removed: ${title} no longer has Ralph (${scope} file).`;
    case 'absent':
      return `Not installed: ${title} has no entry for Ralph. Nothing was changed.`;
    case 'printed':
      return `Nothing was changed. ${title}, ${scope} file:`;
  }
}
