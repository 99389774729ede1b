import type { HiddenSecret } from '../../catalog/sources/hide-secrets.ts';
import type { Output } from '../command.ts';

/** What has to be set in the environment because it was not written down. */
export interface SecretNote {
  readonly server: string;
  readonly variable: string;
  readonly where: string;
}

export function secretNotes(server: string, hidden: readonly HiddenSecret[]): SecretNote[] {
  return hidden.map(({ variable, where }) => ({ server, variable, where }));
}

export function printSecretNotes(notes: readonly SecretNote[], output: Output): void {
  if (notes.length === 0) return;
  output.line();
  output.line('Secrets are not written down. Set these where Ralph starts, or name an env_file:');
  for (const { server, variable, where } of notes)
    output.line(`  ${variable}  (${where} of ${server})`);
}
