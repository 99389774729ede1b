import { addAbortSignal } from 'node:stream';
import { errorMessage } from '../../base/errors.ts';
import type { Invocation, OptionSpec } from '../command.ts';
import { readSource, type TextSources } from '../read-source.ts';
import { textOption } from '../read-values.ts';
import { UsageError } from '../usage-error.ts';

/** How a command takes the input of a tool. */
export const jsonArguments: OptionSpec = {
  name: 'json',
  value: 'ARGS',
  description: 'Its arguments: a JSON object, @file, or - for standard input',
  default: '{}',
};

export function givenArguments(invocation: Invocation): Promise<unknown> {
  return readToolArguments(textOption(invocation, 'json') ?? '{}', {
    cwd: invocation.cwd,
    stdin: () => addAbortSignal(invocation.signal, process.stdin),
  });
}

/** A tool's input as given on the command line: JSON itself, `@file`, or `-` for standard input. */
export async function readToolArguments(given: string, from: TextSources): Promise<unknown> {
  const { text, where } = await readSource('json', given, from);
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (thrown) {
    throw new UsageError(`The arguments ${where} are not JSON: ${errorMessage(thrown)}.`, {
      hint: `Write one JSON object, quoted for the shell: --json '{"field":"value"}'.`,
    });
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw new UsageError(`The arguments ${where} are JSON, but not an object.`, {
      hint: `A tool takes named fields: --json '{"field":"value"}'. "ralph tool show NAME" lists them.`,
    });
  }
  return value;
}
