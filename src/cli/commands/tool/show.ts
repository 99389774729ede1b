import type { CommandSpec } from '../../command.ts';
import { withApp } from '../../open-app.ts';
import { textArgument } from '../../read-values.ts';
import { styleFor } from '../../terminal/style.ts';
import { findTool } from '../../tools/find-tool.ts';
import { renderTool } from '../../tools/render-tools.ts';
import { toolRecord } from '../../tools/tool-record.ts';

export const command: CommandSpec = {
  reads: true,
  arguments: [{ name: 'name', description: 'Name or alias of the tool', required: true }],
  examples: [
    { command: 'ralph tool show ralph_validate', does: 'The tool, for a person.' },
    { command: 'ralph tool show ralph_validate --json', does: 'The same with its JSON Schemas.' },
  ],
  run: (invocation) =>
    withApp(invocation, async (app) => {
      const { output } = invocation;
      const tool = findTool(await app.registry(), textArgument(invocation, 'name'));
      if (invocation.json) output.json(toolRecord(tool));
      else output.line(renderTool(tool, styleFor(invocation), { fit: output.isTerminal }));
      return 0;
    }),
};
