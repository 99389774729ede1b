import path from 'node:path';
import { writeFileAtomic } from '../base/files.ts';
import type { McpConfig } from './mcp-config.ts';
import type { SessionPlan } from './plan.ts';

const folder = path.join('.ralph', 'mcp');

export function mcpConfigFile(root: string, sessionId: string): string {
  return path.join(root, folder, 'sessions', `${sessionId}.mcp.json`);
}

/** One file per session, so that two sessions never share one; `context.json` is a copy of the latest, for people. */
export async function writeSessionFiles(root: string, plan: SessionPlan, mcpConfig: McpConfig) {
  const files = {
    session: path.join(root, folder, 'sessions', `${plan.session_id}.json`),
    context: path.join(root, folder, 'context.json'),
    mcp_config: plan.mcp_config_path,
  };
  const { prompt: _, ...listed } = plan;
  const text = `${JSON.stringify(listed, null, 2)}\n`;
  await writeFileAtomic(files.session, text);
  // Servers of a discipline may carry secrets in their environment.
  await writeFileAtomic(files.mcp_config, `${JSON.stringify(mcpConfig, null, 2)}\n`, {
    mode: 0o600,
  });
  await writeFileAtomic(files.context, text);
  return files;
}
