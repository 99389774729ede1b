import { loopFiles } from '../../loop-files.ts';
import { promisesCompletion } from '../rules/promise.ts';
import type { WorkSource } from '../work.ts';
import { runSection } from './run-section.ts';
import { openTopics } from './topics.ts';
import { readPrompt, readWorkFile, type WorkPlace } from './work-place.ts';
import { plainAssignment } from './work-session.ts';

/**
 * The topics of the codebase map, one per iteration. The agent gets no tools of the project: understanding keeps its
 * map and nothing else, so there is nothing that it could do with them.
 */
export function understandWork(place: WorkPlace): WorkSource {
  async function topics(): Promise<number | null> {
    const map = await readWorkFile(place, loopFiles.codebaseMap);
    return map === undefined ? null : openTopics(map);
  }

  return {
    async next(history) {
      if ((await topics()) === 0) {
        return { kind: 'nothing', reason: `every topic of ${loopFiles.codebaseMap} is ticked` };
      }
      const given = await plainAssignment([await readPrompt(place), runSection(place, history)]);
      return { kind: 'work', assignment: given };
    },

    measure: async (lastText) => ({
      mode: 'topics',
      open: await topics(),
      promised: promisesCompletion(lastText),
    }),

    accepted: async () => {},
    rejected: async () => [],
    openQuestions: async () => [],
  };
}
