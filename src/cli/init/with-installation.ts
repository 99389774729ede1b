import { UserError } from '../../base/errors.ts';
import type { InitResult } from '../../loop/scaffold/init-project.ts';
import type { ClientChange } from '../../server/clients/change.ts';
import type { ClientName } from '../../server/clients/clients.ts';
import { thisHost } from '../commands/mcp/client-host.ts';

export interface InstalledResult extends InitResult {
  readonly installation?: ClientChange;
  readonly failed: boolean;
}

/** `ralph mcp install CLIENT` as a part of init: if it fails, what was done before is still reported. */
export async function withInstallation(
  result: InitResult,
  client: ClientName,
  env: Readonly<Record<string, string | undefined>>,
): Promise<InstalledResult> {
  const { install } = await import('../../server/clients/install.ts');
  const place = { platform: thisHost.platform, env, home: thisHost.home(env), root: result.root };
  try {
    const installation = await install({ client, place, program: thisHost.program() });
    return { ...result, installation, failed: false };
  } catch (thrown) {
    if (!(thrown instanceof UserError)) throw thrown;
    return {
      ...result,
      warnings: [...result.warnings, `Not installed into ${client}: ${thrown.message}`],
      next_steps: [...result.next_steps, `${thrown.hint} Then: ralph mcp install ${client}`],
      failed: true,
    };
  }
}
