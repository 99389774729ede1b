import { getNodeValue, parseTree } from 'jsonc-parser';
import { parse as parseToml } from 'smol-toml';
import { type ClientName, clients } from '../clients.ts';

/** What a client would read in its file. */
export function parsed(name: ClientName, text: string): Record<string, unknown> {
  const body = text.replace('\uFEFF', '');
  if (clients[name].format === 'toml') return JSON.parse(JSON.stringify(parseToml(body)));
  const root = parseTree(body, [], { allowTrailingComma: true });
  return structuredClone(root && getNodeValue(root));
}
