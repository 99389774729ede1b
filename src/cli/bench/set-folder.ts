import path from 'node:path';
import type { Invocation, OptionSpec } from '../command.ts';
import { textOption } from '../read-values.ts';
import { UsageError } from '../usage-error.ts';

export const dataOption: OptionSpec = {
  name: 'data',
  value: 'DIR',
  description: 'Folder of the set; required',
};

export function setFolder(invocation: Invocation): string {
  const named = textOption(invocation, 'data');
  if (named !== undefined) return path.resolve(invocation.cwd, named);
  throw new UsageError('The folder of the set is missing.', { hint: 'Name it with --data DIR.' });
}
