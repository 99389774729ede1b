import type { Scope } from './client.ts';
import type { ClientName } from './clients.ts';

/** What an installation or removal did, as commands report it. */
export interface ClientChange {
  readonly client: ClientName;
  readonly title: string;
  readonly scope: Scope;
  readonly file: string;
  readonly action: 'installed' | 'updated' | 'unchanged' | 'removed' | 'absent' | 'printed';
  readonly backup?: string;
  /** With a literal token blanked, except where it is printed to be copied. */
  readonly entry?: unknown;
  /** The text to add by hand; when printed. */
  readonly snippet?: string;
  readonly notes: readonly string[];
  /** What the person should know even when only the result is read. */
  readonly warnings: readonly string[];
}
