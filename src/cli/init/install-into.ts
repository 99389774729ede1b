import type { ClientChange } from '../../server/clients/change.ts';
import type { ClientName } from '../../server/clients/clients.ts';
import { thisHost } from '../commands/mcp/client-host.ts';

/** `ralph mcp install CLIENT` as a part of init. */
export async function installInto(
  client: ClientName,
  root: string,
  env: Readonly<Record<string, string | undefined>>,
): Promise<ClientChange> {
  const { install } = await import('../../server/clients/install.ts');
  const place = { platform: thisHost.platform, env, home: thisHost.home(env), root };
  return install({ client, place, program: thisHost.program() });
}
