import { promisesCompletion } from '../rules/promise.ts';
import type { WorkSource } from '../work.ts';
import { sessionOutcome } from './session-outcome.ts';
import { whatIsAsked } from './what-is-asked.ts';
import { readPrompt, type WorkPlace } from './work-place.ts';
import { notesToRead, plannedAssignment, sessionRun } from './work-session.ts';

/** The same prompt in every iteration, until the agent promises that all of it is done. */
export function promptWork(place: WorkPlace): WorkSource {
  const { reopen, ...outcome } = sessionOutcome(place);
  return {
    ...outcome,

    async next(history) {
      const prompt = await readPrompt(place);
      const reads = await notesToRead(place, prompt);
      const about = whatIsAsked(prompt, place.options.gates);
      const request = { prompt, about, run: sessionRun(place, history, { reads }) };
      return { kind: 'work', assignment: await plannedAssignment(place, request, null) };
    },

    measure: async (lastText) => ({ mode: 'prompt', promised: promisesCompletion(lastText) }),

    async accepted({ session_id }, gatesGreen, gateProblem) {
      if (!gatesGreen) await reopen(session_id, gateProblem);
    },
  };
}
