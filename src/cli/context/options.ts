import { contextTypes } from '../../context/item.ts';
import type { Invocation, OptionSpec } from '../command.ts';
import { wordsArgument } from '../project/read-input.ts';
import { textOption } from '../read-values.ts';
import { UsageError } from '../usage-error.ts';

export const queryArgument = {
  name: 'words',
  description: 'What you want to know',
  required: true,
  variadic: true,
} as const;

/** What is asked for, which may not be empty. */
export function queryText(invocation: Invocation): string {
  const query = wordsArgument(invocation, queryArgument.name).join(' ');
  if (query.trim() !== '') return query;
  throw new UsageError('The question is empty.', {
    hint: 'Say in a few words what you want to know.',
  });
}

export const queryOptions: readonly OptionSpec[] = [
  {
    name: 'type',
    value: 'TYPE',
    choices: contextTypes,
    repeatable: true,
    description: 'Only items of this type',
  },
  { name: 'limit', value: 'N', description: 'How many at most' },
  { name: 'min-score', value: 'SCORE', description: 'Least relevance, from 0 to 1' },
];

export const idsArgument = {
  name: 'ids',
  description: 'Ids of items',
  variadic: true,
} as const;

export function fractionOption(invocation: Invocation, name: string): number | undefined {
  const written = textOption(invocation, name);
  if (written === undefined) return undefined;
  const number = Number(written);
  if (/^\d*\.?\d+$/.test(written) && number <= 1) return number;
  throw new UsageError(`--${name}: "${written}" is not a number from 0 to 1.`, {
    hint: `Write a number, such as --${name} 0.3.`,
  });
}
