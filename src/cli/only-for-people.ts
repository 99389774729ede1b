import { ToolError } from '../base/errors.ts';
import { isInsideLaunch } from '../base/processes/launched-processes.ts';
import type { Invocation } from './command.ts';

/** At the command line a person may do everything; an agent that Ralph launched has what its session gives it. */
export function onlyForPeople({ env }: Pick<Invocation, 'env'>): void {
  if (!isInsideLaunch(env)) return;
  throw new ToolError('not_allowed', 'An agent in a run may not do this from its shell.', {
    hint: 'Use the tools of the session, over MCP or by ralph tool call with --session; what is not there is for a person to do.',
  });
}
