import { ToolError } from '../../base/errors.ts';
import type { Logger } from '../../base/logger.ts';
import { invokeTool, type ToolPolicy } from '../../tool/invoke-tool.ts';
import type { Registry } from '../../tool/registry.ts';
import type { Caller } from '../../tool/tool.ts';
import type { Release } from '../resource.ts';

/** How often a watched record is looked at: the only way to learn of another process's writes. */
const watchEveryMs = 1_000;

export interface ToolScope {
  readonly registry: Registry;
  readonly policy: ToolPolicy;
  readonly caller: Caller;
  readonly logger: Logger;
}

/** What a tool answers, for resources that are records: what the tool may not read, they do not show. */
export async function answerOf(
  tool: string,
  input: Record<string, unknown>,
  scope: ToolScope,
): Promise<string> {
  const outcome = await invokeTool({
    registry: scope.registry,
    policy: scope.policy,
    name: tool,
    input,
    context: {
      caller: scope.caller,
      signal: new AbortController().signal,
      client: {},
    },
    onBug: (thrown) => scope.logger.error(`reading a resource through ${tool}`, { thrown }),
  });
  if (outcome.ok) return JSON.stringify(outcome.structured);
  const { code, message, hint, details } = outcome.error;
  throw new ToolError(code, message, { hint, details });
}

/** Calls `notify` whenever the answer has become another. */
export function watchAnswer(read: () => Promise<string>, notify: () => void): Release {
  let known: string | undefined;
  const look = async () => {
    const answer = await read().catch(() => '');
    if (known !== undefined && known !== answer) notify();
    known = answer;
  };
  void look();
  const timer = setInterval(() => void look(), watchEveryMs);
  timer.unref();
  return () => clearInterval(timer);
}
