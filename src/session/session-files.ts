import path from 'node:path';
import { writeFileAtomic } from '../base/files.ts';
import { resolveInside } from '../base/paths.ts';
import type { McpConfig } from './mcp-config.ts';
import type { SessionPlan } from './plan.ts';

const folder = path.join('.ralph', 'mcp');

export interface SessionFiles {
  readonly session: string;
  readonly context: string;
  readonly mcp_config: string;
}

export function mcpConfigFile(root: string, sessionId: string): string {
  return path.join(root, folder, 'sessions', `${sessionId}.mcp.json`);
}

/** What is shown of a plan: all but the prompt, which is long and has a command of its own. */
export function listedPlan({ prompt: _, ...listed }: SessionPlan): Omit<SessionPlan, 'prompt'> {
  return listed;
}

/** One file per session, so that two sessions never share one; `context.json` is a copy of the latest, for people. */
export async function writeSessionFiles(
  root: string,
  plan: SessionPlan,
  mcpConfig: McpConfig,
): Promise<SessionFiles> {
  const files = {
    session: path.join(root, folder, 'sessions', `${plan.session_id}.json`),
    context: path.join(root, folder, 'context.json'),
    mcp_config: plan.mcp_config_path,
  };
  const text = asJson(listedPlan(plan));
  await write(root, files.session, text);
  // Servers of a discipline may carry secrets in their environment.
  await write(root, files.mcp_config, asJson(mcpConfig), { mode: 0o600 });
  await write(root, files.context, text);
  return files;
}

/** A link that came with the repository must not lead a write out of it. */
async function write(root: string, file: string, text: string, options?: { mode: number }) {
  await writeFileAtomic(await resolveInside(root, path.relative(root, file)), text, options);
}

function asJson(value: object): string {
  return `${JSON.stringify(value, null, 2)}\n`;
}
