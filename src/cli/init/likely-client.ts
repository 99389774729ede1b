import { stat } from 'node:fs/promises';
import path from 'node:path';
import type { ClientName } from '../../server/clients/clients.ts';

/** Folders that an editor leaves in a repository. */
const traces: readonly (readonly [string, ClientName])[] = [
  ['.idea', 'jetbrains'],
  ['.cursor', 'cursor'],
  ['.vscode', 'vscode'],
];

/** The client that this repository is evidently opened in. */
export async function likelyClient(root: string): Promise<ClientName | undefined> {
  for (const [folder, client] of traces) {
    const found = await stat(path.join(root, folder)).catch(() => undefined);
    if (found?.isDirectory()) return client;
  }
  return undefined;
}
