import { countTokens } from '../../../base/tokens.ts';
import type { McpConfig } from '../../../session/mcp-config.ts';
import type { SessionPlan, SessionRequest, SessionRun } from '../../../session/plan.ts';
import { draftPlan, planSession } from '../../../session/plan-session.ts';
import { loopFiles } from '../../loop-files.ts';
import { readProjectText } from '../../validate/read-project-text.ts';
import type { AssignedContext, Assignment, RunHistory } from '../work.ts';
import { runSection, toldErrors } from './run-section.ts';
import type { WorkPlace } from './work-place.ts';

/** One iteration's session: what its agent reads and can do is what the plan says. */
export async function plannedAssignment(
  place: WorkPlace,
  request: Omit<SessionRequest, 'recipe'>,
  task: Assignment['task'],
): Promise<Assignment & { readonly session_id: string }> {
  const { plan, mcpConfig } = await planned(place, { ...request, recipe: place.options.recipe });
  return {
    task,
    prompt: plan.prompt,
    prompt_tokens: plan.prompt_tokens,
    session_id: plan.session_id,
    mcp_config: serversOf(plan, mcpConfig),
    tools: plan.enabled_tools,
    context: contextOf(plan),
  };
}

async function planned(
  { sessions, draft = false }: WorkPlace,
  request: SessionRequest,
): Promise<{ readonly plan: SessionPlan; readonly mcpConfig: McpConfig | null }> {
  if (!draft) return planSession(sessions, request);
  const { plan } = await draftPlan(sessions, request);
  return { plan, mcpConfig: null };
}

/** A server without a single tool would only cost its start. */
function serversOf(
  { enabled_tools }: SessionPlan,
  config: McpConfig | null,
): Assignment['mcp_config'] {
  const { ralph, ...others } = config?.mcpServers ?? {};
  const servers = enabled_tools.length > 0 && ralph ? { ralph, ...others } : others;
  return Object.keys(servers).length > 0 ? { mcpServers: servers } : null;
}

function contextOf(plan: SessionPlan): AssignedContext | null {
  const { injected_context, held_out_context, told_context, recall } = plan;
  if (recall === null) return null;
  return {
    ids: injected_context.map(({ id }) => id),
    held_out: held_out_context.map(({ id }) => id),
    told: told_context.map(({ id }) => id),
    tokens: recall.tokens,
    degraded: recall.degraded,
  };
}

/** What a session is told of its run. */
export function sessionRun(
  place: WorkPlace,
  history: RunHistory,
  { about, reads }: { readonly about?: string; readonly reads?: string | undefined } = {},
): SessionRun {
  return {
    id: history.run_id,
    section: runSection(place, history, about),
    lastError: history.last_error ?? undefined,
    question: history.last_question ?? undefined,
    told: toldErrors(history),
    reads,
  };
}

/** The notes of earlier iterations, where the prompt sends the agent to them. */
export async function notesToRead(place: WorkPlace, prompt: string): Promise<string | undefined> {
  if (!prompt.includes(loopFiles.progress)) return undefined;
  const found = await readProjectText(place.folder, loopFiles.progress);
  return found.kind === 'text' ? found.text : undefined;
}

/** For work that needs neither tools nor memory. */
export async function plainAssignment(parts: readonly string[]): Promise<Assignment> {
  const prompt = `${parts.map((part) => part.trimEnd()).join('\n\n')}\n`;
  const prompt_tokens = await countTokens(prompt);
  const session = { session_id: null, mcp_config: null, tools: [], context: null };
  return { ...session, prompt, prompt_tokens, task: null };
}
