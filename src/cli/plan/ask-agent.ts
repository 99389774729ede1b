import type { App } from '../../app/create-app.ts';
import { newId } from '../../base/ids.ts';
import { killLaunch } from '../../base/processes/end-launch.ts';
import type { AgentEvent } from '../../loop/agents/adapter.ts';
import { makeProposal } from '../../loop/planning/make-proposal.ts';
import type { Proposal } from '../../loop/planning/proposal.ts';
import { agentStory, saidLines } from '../../loop/runs/report/agent-story.ts';
import { faint } from '../../loop/runs/report/story-line.ts';
import type { Invocation } from '../command.ts';
import { paintStory } from '../run/paint-story.ts';
import { styleFor } from '../terminal/style.ts';
import type { PlanTerms } from './plan-terms.ts';

/** Has the agent make a proposal, and tells on standard error what it does meanwhile. */
export async function askAgent(
  invocation: Invocation,
  app: App,
  terms: PlanTerms,
): Promise<Proposal> {
  const { output } = invocation;
  const id = newId('prop');
  const style = styleFor(invocation);
  const tell = (line: string) => output.error(line);
  // Whoever interrupts twice does not wait for the agent, and must not leave it behind either.
  const leaveNothing = () => killLaunch(id);
  process.once('exit', leaveNothing);
  try {
    return await makeProposal(await app.planning(), {
      id,
      ...terms,
      signal: invocation.askedToStop ?? invocation.signal,
      onLaunch: ({ name, model }) =>
        tell(
          `Asking ${name}${model === undefined ? '' : ` (${model})`} for a plan. Ctrl+C ends it and changes nothing.`,
        ),
      onWarning: (message) => tell(`Note: ${message}`),
      onEvent(event) {
        if (invocation.json) return;
        for (const line of storyOf(event)) for (const text of paintStory(line, style)) tell(text);
      },
    });
  } finally {
    process.removeListener('exit', leaveNothing);
  }
}

const detail = { tools: 'summary', system: 'summary', final: false } as const;

function storyOf(event: AgentEvent) {
  if (event.kind === 'text')
    return event.text.trim() === '' ? [] : saidLines(event.text).map(faint);
  return agentStory(event, detail);
}
