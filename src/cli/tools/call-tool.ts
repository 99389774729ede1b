import { userInfo } from 'node:os';
import type { App } from '../../app/create-app.ts';
import {
  allowAll,
  type InvokeRequest,
  invokeTool,
  type ToolOutcome,
} from '../../tool/invoke-tool.ts';
import type { Registry } from '../../tool/registry.ts';
import type { Caller } from '../../tool/tool.ts';
import type { Invocation } from '../command.ts';
import { onlyForPeople } from '../only-for-people.ts';

/** Limits protect a model's context; a person asked for the whole answer. */
const unlimited = { text: Number.MAX_SAFE_INTEGER, structured: Number.MAX_SAFE_INTEGER };

/** Calls a tool as the person at the keyboard: every tool is allowed, without a session. */
export async function callTool(
  registry: Registry,
  name: string,
  input: unknown,
  { env, logger, signal }: Pick<Invocation, 'env' | 'logger' | 'signal'>,
): Promise<ToolOutcome> {
  const tool = registry.get(name);
  if (tool?.toolset === 'project' && !tool.annotations.readOnlyHint) onlyForPeople({ env });
  const caller = { author: userName(env), via: 'cli', session: null } as const;
  const call = { registry, policy: allowAll, caller, name, input, limits: unlimited };
  return invokeHere(call, { logger, signal });
}

/** Calls a tool as the agent of a session, which may do what its plan says: for agents that speak no MCP. */
export async function callToolInSession(
  app: App,
  sessionId: string,
  { name, input }: Pick<Call, 'name' | 'input'>,
  { logger, signal }: Pick<Invocation, 'logger' | 'signal'>,
): Promise<ToolOutcome> {
  const { createSessionSurfaces } = await import('../mcp/session-surfaces.ts');
  const surface = await createSessionSurfaces(app, logger).byId(sessionId);
  const { registry, policy } = surface;
  const caller = { ...surface.caller, via: 'cli' } as const;
  return invokeHere({ registry, policy, caller, name, input }, { logger, signal });
}

type Call = Pick<InvokeRequest, 'registry' | 'policy' | 'name' | 'input' | 'limits'> & {
  readonly caller: Caller;
};

async function invokeHere(
  { caller, ...call }: Call,
  { logger, signal }: Pick<Invocation, 'logger' | 'signal'>,
): Promise<ToolOutcome> {
  const outcome = await invokeTool({
    ...call,
    context: {
      caller,
      signal,
      client: {},
      progress: ({ message, progress, total }) =>
        logger.info(message ?? 'progress', { tool: call.name, progress, total }),
    },
    onBug: (thrown, tool) => logger.error(`${tool} failed`, { error: thrown }),
  });
  // A cancelled call is the invocation's end, not the tool's answer.
  if (!outcome.ok) signal.throwIfAborted();
  return outcome;
}

/** Whose name stands on what is changed from this command line. */
export function userName(env: Invocation['env']): string {
  try {
    return userInfo().username;
  } catch {
    // A container may run under a user id that no account has.
    return env.USER || env.USERNAME || 'human';
  }
}
