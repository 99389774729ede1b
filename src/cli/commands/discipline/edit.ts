import { addAbortSignal } from 'node:stream';
import type { CommandSpec, Invocation } from '../../command.ts';
import {
  disciplineArgument,
  disciplineInput,
  disciplineOptions,
} from '../../project/discipline-options.ts';
import { someGiven } from '../../project/read-input.ts';
import { oneCall } from '../../project/tool-answer.ts';
import { readSource } from '../../read-source.ts';
import { textArgument, textOption } from '../../read-values.ts';
import { UsageError } from '../../usage-error.ts';

export const command: CommandSpec = {
  description:
    'What is given replaces what was there, lists as a whole; one empty value clears a list. "ralph discipline restrict" takes tools away.',
  arguments: [disciplineArgument],
  options: [
    ...disciplineOptions,
    {
      name: 'mcp-servers',
      value: 'JSON',
      description:
        'MCP servers that its sessions get, by name, as in an mcp.json: the JSON, @file or -',
    },
  ],
  examples: [
    {
      command: 'ralph discipline edit backend --conventions "Tests first. No new tables."',
      does: 'Replaces its conventions.',
    },
    {
      command: 'ralph discipline edit frontend --mcp-servers @browser.json',
      does: 'Gives its sessions the servers of a file.',
    },
  ],
  run: oneCall('update_discipline', async (invocation) => {
    const servers = await serversOf(invocation);
    const fields = {
      ...disciplineInput(invocation),
      ...(servers !== undefined && { mcp_servers: servers }),
    };
    return {
      name: textArgument(invocation, 'name'),
      ...someGiven(fields, 'ralph discipline edit', '--persona'),
    };
  }),
};

async function serversOf(invocation: Invocation): Promise<unknown> {
  const given = textOption(invocation, 'mcp-servers');
  if (given === undefined) return undefined;
  const { text, where } = await readSource('mcp-servers', given, {
    cwd: invocation.cwd,
    stdin: () => addAbortSignal(invocation.signal, process.stdin),
  });
  try {
    return JSON.parse(text);
  } catch {
    throw new UsageError(`The servers ${where} are not JSON.`, {
      hint: `Write an object such as '{"browser":{"command":"npx","args":["browser-mcp"]}}'.`,
    });
  }
}
