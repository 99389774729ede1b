import { UserError } from '../../base/errors.ts';
import { didYouMean } from '../../base/suggest.ts';
import type { Client, Place, Scope } from './client.ts';
import { claude } from './specs/claude.ts';
import { claudeDesktop } from './specs/claude-desktop.ts';
import { codex } from './specs/codex.ts';
import { copilot } from './specs/copilot.ts';
import { cursor } from './specs/cursor.ts';
import { gemini } from './specs/gemini.ts';
import { jetbrains } from './specs/jetbrains.ts';
import { opencode } from './specs/opencode.ts';
import { vscode } from './specs/vscode.ts';

export const clientNames = [
  'jetbrains',
  'vscode',
  'cursor',
  'claude',
  'claude-desktop',
  'codex',
  'copilot',
  'gemini',
  'opencode',
] as const;

export type ClientName = (typeof clientNames)[number];

/** Every client there is: a name without its description does not compile. */
export const clients: Readonly<Record<ClientName, Client>> = {
  jetbrains,
  vscode,
  cursor,
  claude,
  'claude-desktop': claudeDesktop,
  codex,
  copilot,
  gemini,
  opencode,
};

export function parseClientName(text: string): ClientName {
  const name = clientNames.find((known) => known === text);
  if (name !== undefined) return name;
  throw new UserError(`There is no client "${text}".${didYouMean(text, clientNames)}`, {
    hint: `Name one of: ${clientNames.join(', ')}.`,
    exitCode: 2,
  });
}

export function scopesOf(client: Client): readonly Scope[] {
  const others = (['project', 'user'] as const).filter((scope) => scope !== client.defaultScope);
  return [client.defaultScope, ...others].filter((scope) => client.files[scope] !== undefined);
}

/** The files a client reads in a scope; refuses a scope it does not have. */
export function filesOf(name: ClientName, scope: Scope, place: Place): readonly string[] {
  const client = clients[name];
  const files = client.files[scope]?.(place);
  if (files !== undefined) return files;
  throw new UserError(`${client.title} has no ${scope} file.`, {
    hint: `Use --scope ${client.defaultScope}, or leave --scope out.`,
    exitCode: 2,
  });
}
