import { ToolError } from '../../base/errors.ts';
import type { Context } from '../../context/context.ts';
import type { ContextServices } from '../../context/services.ts';
import type { CommandSpec, Invocation } from '../command.ts';
import { withApp } from '../open-app.ts';
import { show, type ToolAnswer } from '../project/tool-answer.ts';
import { callTool } from '../tools/call-tool.ts';

/** A command that is one call of a context tool: `--json` prints its answer, else its text or a better one. */
export function oneContextCall(
  tool: string,
  input: (invocation: Invocation) => object | Promise<object>,
  render?: (answer: ToolAnswer, invocation: Invocation) => string,
): CommandSpec['run'] {
  return async (invocation) => {
    const given = await input(invocation);
    return withApp(invocation, async (app) => {
      const registry = await app.registry(['context']);
      const outcome = await callTool(registry, tool, given, invocation);
      if (!outcome.ok) {
        const { code, message, hint, details } = outcome.error;
        throw new ToolError(code, message, { hint, details });
      }
      const answer = { structured: outcome.structured ?? {}, text: outcome.text };
      show(invocation, answer.structured, () => render?.(answer, invocation) ?? answer.text);
      return 0;
    });
  };
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
