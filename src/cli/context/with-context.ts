import type { Context } from '../../context/context.ts';
import type { ContextServices } from '../../context/services.ts';
import type { CommandSpec, Invocation } from '../command.ts';
import { withApp } from '../open-app.ts';
import { oneCall, type ToolAnswer } from '../project/tool-answer.ts';

/** A command that is one call of a context tool: `--json` prints its answer, else its text or a better one. */
export function oneContextCall(
  tool: string,
  input: (invocation: Invocation) => object | Promise<object>,
  render?: (answer: ToolAnswer, invocation: Invocation) => string,
): CommandSpec['run'] {
  return oneCall(tool, input, render, 'context');
}

/** For the acts of people that are no tools: the open memory. */
export function withContext<Result>(
  invocation: Invocation,
  use: (context: Context, services: ContextServices) => Promise<Result>,
): Promise<Result> {
  return withApp(invocation, async (app) => {
    const services = await app.context();
    return use(await services.context(), services);
  });
}
