import type { Invocation } from '../command.ts';
import { textArgument, textOption } from '../read-values.ts';
import { UsageError } from '../usage-error.ts';

/** Arguments and options as tools take them. An option that is not given is undefined, and so left out. */
type Given = Pick<Invocation, 'args' | 'options'>;

export function taskArgument(given: Given, name = 'id'): number {
  return taskNumber(`<${name}>`, textArgument(given, name));
}

export function taskNumber(what: string, written: string): number {
  const digits = /^#?([1-9]\d{0,14})$/.exec(written)?.[1];
  if (digits !== undefined) return Number(digits);
  throw new UsageError(`${what}: "${written}" is not the number of a task.`, {
    hint: 'Write the number that "ralph task list" shows, such as 12.',
  });
}

export function wordsArgument({ args }: Given, name: string): readonly string[] {
  const value = args[name];
  return typeof value === 'string' ? [value] : (value ?? []);
}

/** A repeatable option. One empty value stands for an empty list, so that a list can be cleared. */
export function listOption({ options }: Given, name: string): string[] | undefined {
  const value = options[name];
  if (typeof value === 'string') return [value].filter(Boolean);
  return Array.isArray(value) ? value.filter((item) => item !== '') : undefined;
}

export function taskListOption(given: Given, name: string): number[] | undefined {
  return listOption(given, name)?.map((written) => taskNumber(`--${name}`, written));
}

export function numberOption(
  given: Given,
  name: string,
  { min, max }: { readonly min: number; readonly max: number },
): number | undefined {
  const written = textOption(given, name);
  if (written === undefined) return undefined;
  const number = Number(written);
  if (/^-?\d+$/.test(written) && number >= min && number <= max) return number;
  throw new UsageError(`--${name}: "${written}" is not a whole number from ${min} to ${max}.`, {
    hint: `Write a number, such as --${name} ${min}.`,
  });
}

export function requiredOption(given: Given, name: string, why: string): string {
  const value = textOption(given, name);
  if (value !== undefined) return value;
  throw new UsageError(`--${name} is missing.`, { hint: why });
}

export function requiredList(given: Given, name: string, why: string): string[] {
  const values = listOption(given, name);
  if (values !== undefined && values.length > 0) return values;
  throw new UsageError(`--${name} is missing.`, { hint: why });
}

/** The fields of an edit, of which there has to be one. */
export function someGiven<Fields extends object>(
  fields: Fields,
  command: string,
  example: string,
): Fields {
  if (Object.keys(fields).length > 0) return fields;
  throw new UsageError('Nothing was given to change.', {
    hint: `Name at least one field, such as ${example}. "${command} --help" lists them.`,
  });
}
