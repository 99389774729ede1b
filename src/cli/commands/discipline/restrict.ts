import {
  restricted,
  type ToolOverrides,
  toolOverridesOf,
} from '../../../project/tool-overrides.ts';
import type { CommandSpec } from '../../command.ts';
import { disciplineArgument } from '../../project/discipline-options.ts';
import { wordsArgument } from '../../project/read-input.ts';
import { refuseUnknownRecipe, refuseUnknownTools } from '../../project/restriction-names.ts';
import { show } from '../../project/tool-answer.ts';
import { withStore } from '../../project/with-project.ts';
import { textArgument, textOption } from '../../read-values.ts';

export const command: CommandSpec = {
  description:
    'Only people do this; no agent can. The tools are added to those it goes without already. Without tools the command shows them. Nothing here gives a session a tool that its recipe lacks.',
  arguments: [
    disciplineArgument,
    {
      name: 'tool',
      description: 'Names of tools, or of categories as task.* or comment.*',
      variadic: true,
    },
  ],
  options: [
    { name: 'in', value: 'RECIPE', description: 'Only in sessions of this recipe' },
    { name: 'clear', description: 'Begin with none: all are given back that are not named' },
  ],
  examples: [
    {
      command: 'ralph discipline restrict docs add_feature_context_file "comment.*"',
      does: 'Its sessions have neither.',
    },
    {
      command: 'ralph discipline restrict docs ask_human --in task_execution',
      does: 'Only when a task is done, not in reviews.',
    },
    { command: 'ralph discipline restrict docs --clear', does: 'Gives everything back.' },
    { command: 'ralph discipline restrict docs', does: 'Shows what it goes without.' },
  ],
  async run(invocation) {
    const name = textArgument(invocation, 'name');
    const patterns = wordsArgument(invocation, 'tool');
    const recipe = textOption(invocation, 'in');
    const clear = invocation.options.clear === true;
    await refuseUnknownTools(invocation, patterns);
    if (recipe !== undefined) await refuseUnknownRecipe(invocation, recipe);
    const looksOnly = patterns.length === 0 && !clear;
    return withStore(
      invocation,
      'ralph discipline restrict',
      async (store) => {
        const discipline = await store.disciplines.get(name);
        // What cannot be read is only given up when everything is to be cleared.
        const before = clear && recipe === undefined ? nothing : toolOverridesOf(discipline);
        const after = looksOnly ? before : restricted(before, { patterns, recipe, clear });
        if (JSON.stringify(after) !== JSON.stringify(discipline.mcp_tool_overrides) && !looksOnly) {
          await store.disciplines.change(name, { mcp_tool_overrides: after });
        }
        show(invocation, { discipline: name, mcp_tool_overrides: after }, () => text(name, after));
        return 0;
      },
      { readOnly: looksOnly },
    );
  },
};

const nothing: ToolOverrides = { additional_disabled: [], remove_in: {} };

function text(name: string, { additional_disabled, remove_in }: ToolOverrides): string {
  const lines = [
    ...(additional_disabled.length > 0 ? [`  always: ${additional_disabled.join(', ')}`] : []),
    ...Object.entries(remove_in).map(([recipe, tools]) => `  in ${recipe}: ${tools.join(', ')}`),
  ];
  return lines.length === 0
    ? `Sessions of ${name} have every tool of their recipe.`
    : [`Sessions of ${name} go without:`, ...lines].join('\n');
}
