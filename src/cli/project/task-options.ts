import { defined } from '../../base/defined.ts';
import { priorities } from '../../project/model.ts';
import { taskStatuses } from '../../project/rules/status.ts';
import type { Invocation, OptionSpec } from '../command.ts';
import { textOption } from '../read-values.ts';
import { listOption, numberOption, taskListOption } from './read-input.ts';

/** What `task add` and `task edit` can set alike. */
export const taskOptions: readonly OptionSpec[] = [
  { name: 'description', value: 'TEXT', description: 'What is to be done and why' },
  { name: 'priority', value: 'LEVEL', choices: priorities, description: 'How urgent it is' },
  {
    name: 'depends-on',
    value: 'N',
    repeatable: true,
    description: 'A task that has to be done before',
  },
  {
    name: 'criterion',
    field: 'acceptance_criteria',
    value: 'TEXT',
    repeatable: true,
    description: 'What has to be true when it is done',
  },
  {
    name: 'file',
    field: 'context_files',
    value: 'PATH',
    repeatable: true,
    description: 'A file to read for it',
  },
  {
    name: 'output',
    field: 'output_artifacts',
    value: 'PATH',
    repeatable: true,
    description: 'A file it will produce',
  },
  {
    name: 'tag',
    field: 'tags',
    value: 'WORD',
    repeatable: true,
    description: 'A word to find it by',
  },
  { name: 'hint', field: 'hints', value: 'TEXT', description: 'What whoever does it should know' },
  {
    name: 'turns',
    field: 'estimated_turns',
    value: 'N',
    description: 'Turns of an agent it may take',
  },
];

/** The fields of a task that were given, as `create_task` and `update_task` take them. */
export function taskInput(invocation: Invocation) {
  return defined({
    description: textOption(invocation, 'description'),
    priority: textOption(invocation, 'priority'),
    depends_on: taskListOption(invocation, 'depends-on'),
    acceptance_criteria: listOption(invocation, 'criterion'),
    context_files: listOption(invocation, 'file'),
    output_artifacts: listOption(invocation, 'output'),
    tags: listOption(invocation, 'tag'),
    hints: textOption(invocation, 'hint'),
    estimated_turns: numberOption(invocation, 'turns', { min: 1, max: 1_000 }),
  });
}

export const taskIdArgument = {
  name: 'id',
  description: 'Number of the task',
  required: true,
} as const;

/** Filters of commands that look at several tasks. */
export const statusOption: OptionSpec = {
  name: 'status',
  value: 'STATUS',
  choices: taskStatuses,
  description: 'Only tasks in this status',
};
export const featureOption: OptionSpec = {
  name: 'feature',
  value: 'NAME',
  description: 'Only tasks of this feature',
};
export const disciplineOption: OptionSpec = {
  name: 'discipline',
  value: 'NAME',
  description: 'Only tasks of this discipline',
};
