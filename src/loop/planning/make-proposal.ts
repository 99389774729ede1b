import { rm } from 'node:fs/promises';
import path from 'node:path';
import { ToolError } from '../../base/errors.ts';
import { planSession } from '../../session/plan-session.ts';
import type { AgentEvent } from '../agents/adapter.ts';
import { shelterOwnFiles } from '../guards/own-files.ts';
import { snapshotFolder } from '../guards/scratch-layout.ts';
import { removeSnapshot } from '../guards/snapshot-file.ts';
import { takeSnapshot } from '../guards/take-snapshot.ts';
import { troubleOf } from '../runs/engine/launch-iteration.ts';
import { holdRunLease } from '../runs/engine/run-lease.ts';
import type { RunAgent, RunOptions } from '../runs/run-options.ts';
import { launchPlanner, type Planned } from './launch-planner.ts';
import { clearLeftovers, openWorkplace } from './leftovers.ts';
import { answeredPlan, planningSection } from './planning-section.ts';
import { isEmpty, type Proposal, proposalSchema } from './proposal.ts';
import { pruneProposals, saveProposal } from './proposal-files.ts';
import { additions, importAnswer, readCopy } from './read-additions.ts';
import type { PlanningServices } from './services.ts';
import { takeEditsBack } from './take-edits-back.ts';

export interface PlanningRequest {
  readonly id: string;
  readonly brief: string;
  readonly target: Proposal['target'];
  /** The first is asked; the others when those before are out of their rate limit. */
  readonly agents: readonly RunAgent[];
  readonly budgets: RunOptions['budgets'];
  readonly keepDays: number;
  readonly signal: AbortSignal;
  onLaunch(agent: RunAgent): void;
  onEvent(event: AgentEvent): void;
  /** What has to be told when no proposal comes of it, such as files that were taken back. */
  onWarning(message: string): void;
}

export const recipe = 'braindump';

/**
 * Has an agent write a brief down as features and tasks. Its session works in a copy of the project, so that nothing
 * of it is in the project before somebody accepts it, however this ends. What was made is stored and answered.
 */
export async function makeProposal(
  services: PlanningServices,
  request: PlanningRequest,
): Promise<Proposal> {
  const { root, clock } = services;
  const lease = await holdRunLease(await services.database(), services, `plan ${request.id}`);
  const scratch = snapshotFolder(root, services.dataFolder);
  const signal = AbortSignal.any([request.signal, lease.signal]);
  const warnings: string[] = [];
  try {
    warnings.push(...(await clearLeftovers(root, scratch)));
    const snapshot = await takeSnapshot(root, { scratch, clock });
    const place = await openWorkplace(root, request.id, snapshot);
    try {
      const putBack = shelterOwnFiles(root, scratch);
      const made = await askAgents(services, { ...request, signal }, place).finally(async () => {
        for (const name of putBack().back)
          warnings.push(`The agent had removed ${name}; it was put back.`);
        lease.signal.throwIfAborted();
        warnings.push(...(await takeEditsBack(snapshot, request.id)));
      });
      const proposal = { ...made, warnings: [...warnings, ...made.warnings] };
      if (!isEmpty(proposal)) await saveProposal(root, proposal);
      await pruneProposals(root, new Date(clock.now().getTime() - request.keepDays * 86_400_000));
      return proposal;
    } finally {
      await rm(place, { recursive: true, force: true });
      removeSnapshot(scratch, snapshot.id);
    }
  } catch (thrown) {
    for (const warning of warnings) request.onWarning(warning);
    throw thrown;
  } finally {
    await lease.release();
  }
}

/** Each agent starts from a fresh copy: what one had begun when its limit came is no plan. */
async function askAgents(
  services: PlanningServices,
  request: PlanningRequest,
  place: string,
): Promise<Proposal> {
  const told: string[] = [];
  for (const [index, agent] of request.agents.entries()) {
    request.onLaunch(agent);
    const made = await askOne(services, request, { agent, place });
    const limit = made.planned.outcome.rate_limit;
    if (!limit || index === request.agents.length - 1) return judged(made, agent, told);
    told.push(
      `${agent.name} is out of its rate limit (${limit.message}); another agent was asked.`,
    );
  }
  throw new ToolError('unavailable', 'No agent can be asked.', {
    hint: 'Run ralph doctor.',
  });
}

interface Made {
  readonly planned: Planned;
  readonly proposal: Proposal;
}

async function askOne(
  services: PlanningServices,
  request: PlanningRequest,
  { agent, place }: { readonly agent: RunAgent; readonly place: string },
): Promise<Made> {
  const { id, brief, target } = request;
  const copy = path.join(place, `${agent.name}.db`);
  const { plan, mcpConfig } = await planSession(services.sessionsOf(copy), {
    recipe,
    input: brief,
  });
  refuseCut(brief, plan.sections);
  await services.copyDatabase(copy);
  const before = await readCopy(services, copy);
  const planned = await launchPlanner(services, {
    ...request,
    agent,
    prompt: `${plan.prompt.trimEnd()}\n\n${planningSection(plan, { target, agent })}\n`,
    mcpConfig,
    tools: plan.enabled_tools,
  });
  request.signal.throwIfAborted();
  let rows = additions(before, await readCopy(services, copy));
  const answer = rows.tasks.length === 0 ? answeredPlan(planned.said) : undefined;
  if (answer !== undefined) {
    await importAnswer(services, copy, { text: answer, sessionId: plan.session_id });
    rows = additions(before, await readCopy(services, copy));
  }
  const proposal = proposalSchema.parse({
    format: 'ralph-proposal',
    version: 1,
    id,
    created_at: services.clock.now().toISOString(),
    status: 'proposed',
    target,
    brief,
    agent: agent.name,
    model: agent.model ?? null,
    session_id: plan.session_id,
    summary: answer === undefined ? planned.outcome.last_text.trim() : '',
    warnings: [],
    spend: planned.spend,
    ...rows,
  });
  return { planned, proposal };
}

/** What the prompt's section for it holds at most. */
const longestBrief = 60_000;

/** Half a brief makes half a plan, and nobody would see what is missing. */
function refuseCut(
  brief: string,
  sections: readonly { readonly name: string; readonly cut: boolean }[],
): void {
  const isCut = sections.some(({ name, cut }) => name === 'user_input' && cut);
  if (!isCut && brief.length <= longestBrief) return;
  throw new ToolError('invalid_argument', 'The brief is too long for one prompt.', {
    hint: 'Shorten it, or plan it in parts: what is accepted of one part is known to the next.',
  });
}

function judged({ planned, proposal }: Made, agent: RunAgent, told: readonly string[]): Proposal {
  const trouble =
    planned.outOf === null ? troubleOf(planned.outcome) : `it ran out of ${planned.outOf}`;
  const limit = planned.outcome.rate_limit?.message;
  const why = limit === undefined ? trouble : `it is out of its rate limit: ${limit}`;
  if (isEmpty(proposal) && why !== undefined) {
    throw new ToolError('execution_failed', `${agent.name} made no plan: ${why}`, {
      hint: planned.outcome.error?.auth
        ? `Log in to ${agent.name}, or choose another agent with --agent.`
        : 'Try again, or choose another agent with --agent. "ralph doctor" says which are installed.',
    });
  }
  const broken =
    why === undefined ? [] : [`${agent.name} did not end well, so this may be a part only: ${why}`];
  return { ...proposal, warnings: [...told, ...broken] };
}
