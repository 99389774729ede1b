import type { RunPhase } from '../run.ts';
import type { Ending } from '../store/run-memory.ts';
import type { NextAssignment } from '../work.ts';
import { activeMs, stopped } from './next-step.ts';
import { pause, pauseUntil } from './pause.ts';
import type { ReadyRun } from './prepare-run.ts';
import { chooseAgent } from './rate-limits.ts';

/** No ending means that the run was called off. */
interface Ended {
  readonly ending: Ending | undefined;
}

const pollMs = 1_000;

/** The agent to launch, by its place in the options, as soon as one is not out of its rate limit. */
export async function waitForAgent(
  ready: ReadyRun,
  lastAgent: string | undefined,
): Promise<number | Ended> {
  const { agents } = ready.options;
  for (;;) {
    if (ready.signal.aborted) return { ending: undefined };
    const run = await ready.run();
    const now = ready.services.clock.now();
    const choice = chooseAgent(agents.length, run.memory.limits ?? {}, now);
    if (!('until' in choice)) {
      await tellFallback(ready, lastAgent, choice.agent);
      return choice.agent;
    }
    const name = agents[choice.agent]?.name ?? 'the agent';
    const leftMs = ready.options.budgets.minutes * 60_000 - activeMs(run, now);
    if (choice.until.getTime() - now.getTime() > leftMs) {
      return {
        ending: stopped(
          `${name} is out of its rate limit until ${choice.until.toISOString()}, which is beyond the budget of ${ready.options.budgets.minutes} minutes`,
        ),
      };
    }
    await startWaiting(ready, 'rate_limit', {
      for: `the rate limit of ${name}`,
      until: choice.until.toISOString(),
    });
    await pauseUntil(ready, choice.until);
  }
}

async function tellFallback(
  ready: ReadyRun,
  lastAgent: string | undefined,
  agent: number,
): Promise<void> {
  const to = ready.options.agents[agent]?.name;
  const from = lastAgent ?? ready.options.agents[0]?.name;
  if (to === undefined || from === undefined || to === from) return;
  const why = agent === 0 ? 'its rate limit is over' : `${from} is out of its rate limit`;
  await ready.journal.write({
    events: [{ iteration: null, event: { kind: 'fallback', from, to, why } }],
  });
}

/** Looks again until there is something to do, the time is over or the run is called off. People are told once. */
export async function waitForWork(
  ready: ReadyRun,
  wait: Extract<NextAssignment, { kind: 'wait' }>,
  look: () => Promise<NextAssignment>,
): Promise<NextAssignment | Ended> {
  const phase = wait.for === 'answers' ? 'needs_input' : 'planning';
  await startWaiting(ready, phase, { for: wait.reason, until: null });
  if (wait.for === 'answers') {
    await ready.services.notify?.('needs_input', await ready.run(), await ready.iterations());
  }
  for (;;) {
    await pause(ready, pollMs);
    if (ready.signal.aborted) return { ending: undefined };
    const run = await ready.run();
    if (activeMs(run, ready.services.clock.now()) >= ready.options.budgets.minutes * 60_000) {
      return {
        ending: stopped(
          `the budget of ${ready.options.budgets.minutes} minutes is spent; it was waiting: ${wait.reason}`,
        ),
      };
    }
    const next = await look();
    if (next.kind !== 'wait') return next;
  }
}

async function startWaiting(
  ready: ReadyRun,
  phase: RunPhase,
  waiting: { readonly for: string; readonly until: string | null },
): Promise<void> {
  await ready.journal.write({
    run: { phase, waiting },
    events: [
      { iteration: null, event: { kind: 'phase', phase } },
      { iteration: null, event: { kind: 'waiting', ...waiting } },
    ],
  });
}
