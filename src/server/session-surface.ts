import type { Logger } from '../base/logger.ts';
import { plannedTools } from '../session/narrow-tool.ts';
import type { SessionPlan } from '../session/plan.ts';
import { sessionPolicy } from '../session/session-policy.ts';
import { identityOf } from '../session/session-store.ts';
import type { Registry } from '../tool/registry.ts';
import { projectResources } from './resources/project-resources.ts';
import type { McpSurface } from './surface.ts';

/** Exactly the plan: its tools, with the fields they have in its recipe, and resources under the same scope. */
export function sessionSurface(options: {
  readonly plan: SessionPlan;
  /** Names the surface; one session has one. */
  readonly key: string;
  readonly registry: Registry;
  readonly root: string;
  readonly logger: Logger;
}): McpSurface {
  const { plan, key, registry, root, logger } = options;
  const policy = sessionPolicy(plan);
  const caller = {
    author: plan.discipline ? `agent (${plan.discipline})` : 'agent',
    via: 'mcp' as const,
    session: identityOf(plan),
  };
  return {
    key,
    registry,
    tools: plannedTools(registry.list(), plan),
    policy,
    resources: projectResources({ plan, registry, policy, caller, root, logger }),
    prompts: [],
    caller,
    logger,
    instructions: `You are in Ralph session ${plan.session_id} (recipe ${plan.recipe}). Only the listed tools exist here.`,
  };
}
