import type { ArgumentSpec, Invocation } from '../command.ts';

/** The run that a command is about. */
export const runArgument: ArgumentSpec = {
  name: 'run',
  description: 'Id of the run, or the start of it; the latest unless given',
};

export function runIdOf({ args }: Pick<Invocation, 'args'>): string {
  return typeof args.run === 'string' ? args.run : 'latest';
}
