import { defined } from '../../base/defined.ts';
import type { Invocation, OptionSpec } from '../command.ts';
import { textOption } from '../read-values.ts';
import { listOption } from './read-input.ts';

/** What `discipline add` and `discipline edit` can set alike. */
export const disciplineOptions: readonly OptionSpec[] = [
  { name: 'display-name', value: 'TEXT', description: 'What people call it' },
  { name: 'icon', value: 'NAME', description: 'An icon for pages that show it' },
  { name: 'color', value: 'COLOR', description: 'Its colour, such as #3b82f6' },
  {
    name: 'persona',
    field: 'system_prompt',
    value: 'TEXT',
    description: 'Who the agent is: the start of its prompt',
  },
  { name: 'conventions', value: 'TEXT', description: 'How the work is done' },
  {
    name: 'skill',
    field: 'skills',
    value: 'TEXT',
    repeatable: true,
    description: 'Something it is good at',
  },
];

export function disciplineInput(invocation: Invocation) {
  return defined({
    display_name: textOption(invocation, 'display-name'),
    icon: textOption(invocation, 'icon'),
    color: textOption(invocation, 'color'),
    system_prompt: textOption(invocation, 'persona'),
    conventions: textOption(invocation, 'conventions'),
    skills: listOption(invocation, 'skill'),
  });
}

export const disciplineArgument = {
  name: 'name',
  description: 'Name of the discipline',
  required: true,
} as const;
