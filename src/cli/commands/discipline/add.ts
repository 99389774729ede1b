import { plainLook, titleOf } from '../../../project/transfer/provide-names.ts';
import type { CommandSpec } from '../../command.ts';
import {
  disciplineArgument,
  disciplineInput,
  disciplineOptions,
} from '../../project/discipline-options.ts';
import { oneCall } from '../../project/tool-answer.ts';
import { textArgument, textOption } from '../../read-values.ts';

export const command: CommandSpec = {
  arguments: [disciplineArgument],
  options: [
    ...disciplineOptions,
    { name: 'acronym', value: 'LETTERS', description: 'A short form that no other has' },
  ],
  examples: [
    { command: 'ralph discipline add backend', does: 'A discipline called "Backend".' },
    {
      command:
        'ralph discipline add docs --persona "You write for people in a hurry." --skill "plain language"',
      does: 'One whose sessions begin with these words.',
    },
  ],
  run: oneCall('create_discipline', (invocation) => {
    const name = textArgument(invocation, 'name');
    const acronym = textOption(invocation, 'acronym');
    return {
      name,
      ...disciplineInput(invocation),
      display_name: textOption(invocation, 'display-name') ?? titleOf(name),
      icon: textOption(invocation, 'icon') ?? plainLook.icon,
      color: textOption(invocation, 'color') ?? plainLook.color,
      ...(acronym !== undefined && { acronym }),
    };
  }),
};
