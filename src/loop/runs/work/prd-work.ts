import { UserError } from '../../../base/errors.ts';
import { writeFileAtomic } from '../../../base/files.ts';
import { resolveInside } from '../../../base/paths.ts';
import { oneLine, plain, quoted } from '../../../session/prompt/text.ts';
import { reopenStories } from '../../prd/reopen-stories.ts';
import { openStories, passingStories, readStories, type Story } from '../../prd/stories.ts';
import type { WorkSource } from '../work.ts';
import { sessionOutcome } from './session-outcome.ts';
import { type TakingTurns, takingTurns } from './taking-turns.ts';
import { readPrompt, readWorkFile, type WorkPlace } from './work-place.ts';
import { notesToRead, plannedAssignment, sessionRun } from './work-session.ts';

/** The first open story of the PRD in each iteration, until all of them pass. */
export function prdWork(place: WorkPlace): WorkSource {
  const { prd_file: file } = place.options;
  const { reopen, ...outcome } = sessionOutcome(place);
  /** Which stories passed when the iteration began; null before the first. */
  let passedBefore: readonly boolean[] | null = null;
  const turns = takingTurns<string>();

  async function read(): Promise<ReadPrd> {
    const text = await readWorkFile(place, file);
    if (text === undefined) return { ok: false, problem: `The PRD ${file} is missing` };
    const found = readStories(text);
    if (found.ok) return { ok: true, text, stories: found.stories };
    return { ok: false, problem: `The PRD ${file} cannot be read: ${found.reason}` };
  }

  function refusal(problem: string): UserError {
    const hint =
      place.folder === place.root
        ? 'Put it right, then continue with: ralph runs resume latest'
        : 'A worktree holds only what is committed: commit the PRD, or run without --worktree.';
    return new UserError(`${problem}.`, { hint });
  }

  return {
    ...outcome,

    async next(history) {
      const prd = await read();
      // Later on it was an agent that broke it, and the next can mend it.
      if (!prd.ok && history.iteration === 1) throw refusal(prd.problem);
      if (prd.ok) passedBefore = prd.stories.map(({ passes }) => passes);
      const story = prd.ok ? storyInTurn(openStories(prd.stories), turns) : undefined;
      if (story) turns.given(story.id);
      const about = !prd.ok
        ? broken(prd.problem)
        : story
          ? storyText(story, prd.stories, file)
          : nothingOpen;
      const task = story ? { id: story.id, title: story.title } : null;
      const prompt = await readPrompt(place);
      const reads = await notesToRead(place, prompt);
      const request = {
        prompt,
        about: story && wordsOf(story),
        run: sessionRun(place, history, { about, reads }),
      };
      return { kind: 'work', assignment: await plannedAssignment(place, request, task) };
    },

    async measure() {
      const prd = await read();
      // What cannot be read proves nothing.
      if (!prd.ok) return { mode: 'prd', stories: passedBefore?.length || 1, passing: 0 };
      const passing = passingStories(prd.stories).length;
      return { mode: 'prd', stories: prd.stories.length, passing };
    },

    async accepted({ session_id, task }, gatesGreen, gateProblem) {
      if (gatesGreen) return turns.startOver();
      await reopen(session_id, gateProblem);
      const prd = await read();
      // Without a beginning to compare with, nothing is known to have been claimed in this iteration.
      if (!prd.ok || !passedBefore) return;
      const before = passedBefore;
      const claimed = prd.stories.flatMap(({ passes }, at) => (passes && !before[at] ? [at] : []));
      const ids = claimed.map((at) => prd.stories[at]?.id);
      turns.reopened(ids.find((id) => id === task?.id) ?? ids[0]);
      if (claimed.length === 0) return;
      const text = reopenStories(prd.text, claimed);
      await writeFileAtomic(await resolveInside(place.folder, file), text);
    },
  };
}

/** The first that is open, but for those that closing was in vain for while others have not had their turn. */
function storyInTurn(open: readonly Story[], turns: TakingTurns<string>): Story | undefined {
  const again = open.find(({ id }) => id === turns.again);
  const fresh = open.find(({ id }) => !turns.aside.has(id));
  if (!fresh) turns.startOver();
  return again ?? fresh ?? open[0];
}

type ReadPrd =
  | { readonly ok: true; readonly text: string; readonly stories: readonly Story[] }
  | { readonly ok: false; readonly problem: string };

function broken(problem: string): string {
  return `## The story\n${oneLine(problem)}. Bring it back as it was before anything else; every story counts as not passing until then.`;
}

const nothingOpen =
  '## The story\nEvery story passes, but the gates are not green. Make them green; change no story.';

/** What a story is about: the prompt around it is the same for all of them. */
function wordsOf({ title, acceptance_criteria, notes }: Story): string {
  return [title, ...acceptance_criteria, notes].join('\n').trim();
}

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
