import type { RunPhase } from '../../loop/runs/run.ts';

/** What a run does, for people. */
export const phaseText: Readonly<Record<RunPhase, string>> = {
  starting: 'starts',
  baseline: 'runs the gates before the first iteration',
  planning: 'plans the next session',
  agent: 'the agent works',
  gates: 'runs the gates',
  judging: 'judges the iteration',
  sleeping: 'pauses before the next iteration',
  rate_limit: 'waits for a rate limit to be over',
  needs_input: 'waits for an answer',
  needs_approval: 'waits for an approval',
  ending: 'tidies up',
};
