import { UserError } from '../../../base/errors.ts';
import { writeFileAtomic } from '../../../base/files.ts';
import { resolveInside } from '../../../base/paths.ts';
import { oneLine, plain, quoted } from '../../../session/prompt/text.ts';
import { reopenStories } from '../../prd/reopen-stories.ts';
import { openStories, passingStories, readStories, type Story } from '../../prd/stories.ts';
import type { WorkSource } from '../work.ts';
import { runSection } from './run-section.ts';
import { sessionOutcome } from './session-outcome.ts';
import { readPrompt, readWorkFile, type WorkPlace } from './work-place.ts';
import { assignment, projectSession } from './work-session.ts';

/** The first open story of the PRD in each iteration, until all of them pass. */
export function prdWork(place: WorkPlace): WorkSource {
  const { prd_file: file } = place.options;
  const { reopen, ...outcome } = sessionOutcome(place);
  /** Which stories passed when the iteration began; null before the first. */
  let passedBefore: readonly boolean[] | null = null;

  async function stories(): Promise<{ readonly text: string; readonly stories: readonly Story[] }> {
    const text = await readWorkFile(place, file);
    const read = text === undefined ? undefined : readStories(text);
    if (text !== undefined && read?.ok) return { text, stories: read.stories };
    throw new UserError(
      `The PRD ${file} ${read && !read.ok ? `cannot be read: ${read.reason}` : 'is missing'}.`,
      {
        hint:
          place.folder === place.root
            ? 'Put it right, then continue with: ralph runs resume latest'
            : 'A worktree holds only what is committed: commit the PRD, or run without --worktree.',
      },
    );
  }

  return {
    ...outcome,

    async next(history) {
      const all = (await stories()).stories;
      passedBefore = all.map(({ passes }) => passes);
      const [story] = openStories(all);
      const about = story ? storyText(story, all, file) : nothingOpen;
      const prompt = [await readPrompt(place), runSection(place, history, about)];
      const task = story ? { id: story.id, title: story.title } : null;
      const session = await projectSession(place);
      return { kind: 'work', assignment: await assignment({ ...session, prompt, task }) };
    },

    async measure() {
      const all = (await stories()).stories;
      return { mode: 'prd', stories: all.length, passing: passingStories(all).length };
    },

    async accepted({ session_id }, gatesGreen, gateProblem) {
      if (gatesGreen) return;
      await reopen(session_id, gateProblem);
      const { text, stories: all } = await stories();
      const claimed = all.flatMap(({ passes }, at) => (passes && !passedBefore?.[at] ? [at] : []));
      // Without a beginning to compare with, nothing is known to have been claimed in this iteration.
      if (!passedBefore || claimed.length === 0) return;
      await writeFileAtomic(await resolveInside(place.folder, file), reopenStories(text, claimed));
    },
  };
}

const nothingOpen =
  '## The story\nEvery story passes, but the gates are not green. Make them green; change no story.';

function storyText(story: Story, all: readonly Story[], file: string): string {
  const id = oneLine(story.id, 120);
  const criteria = story.acceptance_criteria.map((criterion) => `- ${plain(criterion, 2_000)}`);
  return [
    '## The story',
    `${id}: ${oneLine(story.title)}. It is the one for this iteration; ${passingStories(all).length} of ${all.length} stories pass.`,
    ...(criteria.length > 0 ? ['Acceptance criteria:', ...criteria] : []),
    ...(story.notes === '' ? [] : [quoted(`notes of ${id}`, story.notes, 4_000)]),
    `When every criterion holds and the gates are green, set "passes" of ${id} to true in ${file}. Change nothing else in that file but "passes" and "notes" of this story.`,
  ].join('\n');
}
