import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { stringify } from 'yaml';

export interface Downstream {
  readonly command?: string;
  readonly args?: readonly string[];
  readonly url?: string;
}

const endless = 1_000_000_000;
const mostRequests = 1_000_000;

/** A folder with these servers behind Ralph, gone when `remove` is called. */
export async function makeGatewayRoot(
  servers: Readonly<Record<string, Downstream>>,
): Promise<{ readonly root: string; remove(): Promise<void> }> {
  const root = await mkdtemp(path.join(tmpdir(), 'ralph-bench-'));
  const config = {
    // Limits on how often somebody may call are not what is measured.
    catalog: { servers, rate_limit: { per_minute: endless, per_tool_per_minute: endless } },
    server: { requests_per_minute: mostRequests },
    learning: { mcp_context: { embeddings: { provider: 'none' } } },
  };
  await writeFile(path.join(root, 'ralph.yaml'), stringify(config));
  return { root, remove: () => rm(root, { recursive: true, force: true }) };
}
