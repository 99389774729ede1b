import { defined } from '../../base/defined.ts';
import type { Invocation, OptionSpec } from '../command.ts';
import { textOption } from '../read-values.ts';
import { listOption } from './read-input.ts';

/** What `feature add` and `feature edit` can set alike. */
export const featureOptions: readonly OptionSpec[] = [
  { name: 'display-name', value: 'TEXT', description: 'What people call it' },
  { name: 'description', value: 'TEXT', description: 'What it is' },
  { name: 'acronym', value: 'LETTERS', description: 'A short form that no other feature has' },
  { name: 'architecture', value: 'TEXT', description: 'How it is built' },
  { name: 'boundaries', value: 'TEXT', description: 'What does not belong to it' },
  {
    name: 'file',
    field: 'context_files',
    value: 'PATH',
    repeatable: true,
    description: 'A file that work on it reads',
  },
  {
    name: 'knowledge',
    field: 'knowledge_paths',
    value: 'PATH',
    repeatable: true,
    description: 'A file or folder that explains it',
  },
  {
    name: 'depends-on',
    field: 'dependencies',
    value: 'NAME',
    repeatable: true,
    description: 'A feature that it builds on',
  },
];

export function featureInput(invocation: Invocation) {
  return defined({
    display_name: textOption(invocation, 'display-name'),
    description: textOption(invocation, 'description'),
    acronym: textOption(invocation, 'acronym'),
    architecture: textOption(invocation, 'architecture'),
    boundaries: textOption(invocation, 'boundaries'),
    context_files: listOption(invocation, 'file'),
    knowledge_paths: listOption(invocation, 'knowledge'),
    dependencies: listOption(invocation, 'depends-on'),
  });
}

export const featureArgument = {
  name: 'name',
  description: 'Name of the feature',
  required: true,
} as const;
