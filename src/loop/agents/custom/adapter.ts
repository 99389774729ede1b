import path from 'node:path';
import { defined } from '../../../base/defined.ts';
import type { AgentAdapter, LaunchIntent } from '../adapter.ts';
import { markedLineParser } from './parser.ts';

const mcpFile = 'mcp.json';

/** A command of the user's own. It reads the prompt on stdin, and everything else from its environment. */
export const custom: AgentAdapter = {
  name: 'custom',
  reports: { cost: false, tokens: false },
  worksOnStderr: true,
  command: (intent) => ({
    program: [intent.command ?? '', ...(intent.extraArgs ?? []).map(shellQuoted)].join(' '),
    args: [],
    shell: true,
    ...intentInEnvironment(intent),
  }),
  createParser: markedLineParser,
};

/** What an agent without flags of its own is told. */
export function intentInEnvironment(intent: LaunchIntent) {
  return {
    env: defined({
      RALPH_MCP_CONFIG: intent.mcpConfig ? path.join(intent.scratch, mcpFile) : undefined,
      RALPH_SESSION_ID: intent.session?.id,
      RALPH_RUN_ID: intent.session?.runId,
      RALPH_ROOT: intent.session?.root,
      RALPH_PERMISSION: intent.permission,
      RALPH_MODEL: intent.model,
      RALPH_REASONING_EFFORT: intent.reasoningEffort,
    }),
    ...(intent.mcpConfig && { files: { [mcpFile]: JSON.stringify(intent.mcpConfig) } }),
  };
}

function shellQuoted(word: string): string {
  return `'${word.replaceAll("'", `'\\''`)}'`;
}
