import { type Toolset, toolsets } from '../../../tool/tool.ts';
import type { CommandSpec } from '../../command.ts';
import { withApp } from '../../open-app.ts';
import { styleFor } from '../../terminal/style.ts';
import { renderToolTable } from '../../tools/render-tools.ts';
import { toolRecord } from '../../tools/tool-record.ts';

export const command: CommandSpec = {
  reads: true,
  options: [
    {
      name: 'toolset',
      value: 'NAME',
      choices: toolsets,
      description: 'Only the tools of this toolset',
    },
  ],
  examples: [
    { command: 'ralph tool list', does: 'A table of every tool.' },
    {
      command: 'ralph tool list --toolset loop --json',
      does: 'The loop tools with their schemas, for a program.',
    },
  ],
  run: (invocation) =>
    withApp(invocation, async (app) => {
      const { options, output, json } = invocation;
      const wanted = toolsets.filter((toolset: Toolset) => toolset === options.toolset);
      const tools = (await app.registry()).list(wanted.length > 0 ? { toolsets: wanted } : {});
      if (json) output.json({ tools: tools.map(toolRecord) });
      else if (tools.length === 0) output.line('No tools here yet.');
      else output.line(renderToolTable(tools, styleFor(invocation), { fit: output.isTerminal }));
      return 0;
    }),
};
