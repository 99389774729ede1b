import { countTokens } from '../../../base/tokens.ts';
import { planSession } from '../../../session/plan-session.ts';
import type { Assignment } from '../work.ts';
import { type WorkPlace, withProject } from './work-place.ts';

type SessionPart = Pick<Assignment, 'session_id' | 'mcp_config' | 'tools'>;

export const withoutSession: SessionPart = { session_id: null, mcp_config: null, tools: [] };

/** What the agent of one task reads and can do. */
export async function taskSession(
  { options, sessions }: WorkPlace,
  taskId: number,
): Promise<SessionPart & { readonly session_id: string; readonly prompt: string }> {
  const { plan, mcpConfig } = await planSession(sessions, { recipe: options.recipe, taskId });
  return {
    session_id: plan.session_id,
    mcp_config: mcpConfig,
    tools: plan.enabled_tools,
    prompt: plan.prompt,
  };
}

/**
 * The tools beside a prompt or a PRD. They serve a project of features and tasks: where there is none, listing them
 * would only cost the agent's attention and the start of a server, so that it goes without.
 */
export async function projectSession(place: WorkPlace): Promise<SessionPart> {
  const { options, sessions } = place;
  if (!(await hasProject(place))) return withoutSession;
  const { plan, mcpConfig } = await planSession(sessions, { recipe: options.recipe });
  return { session_id: plan.session_id, mcp_config: mcpConfig, tools: plan.enabled_tools };
}

export async function hasProject(place: WorkPlace): Promise<boolean> {
  if (!(await place.sessions.hasDatabase())) return false;
  return withProject(
    place,
    null,
    async ({ features, disciplines }) =>
      (await features.list('', 1)).length > 0 || (await disciplines.list('', 1)).length > 0,
    { readOnly: true },
  );
}

export async function assignment(
  parts: Pick<Assignment, 'task'> & SessionPart & { readonly prompt: readonly string[] },
): Promise<Assignment> {
  const prompt = `${parts.prompt.map((part) => part.trimEnd()).join('\n\n')}\n`;
  return { ...parts, prompt, prompt_tokens: await countTokens(prompt) };
}
