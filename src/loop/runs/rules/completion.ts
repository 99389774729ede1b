/** What a run works on, and so what "all of it" means. */
export type Work =
  | { readonly mode: 'prompt'; readonly promised: boolean }
  | { readonly mode: 'prd'; readonly stories: number; readonly passing: number }
  | {
      readonly mode: 'tasks';
      readonly open: number;
      readonly done: number;
      readonly promised: boolean;
    }
  /** Topics of the codebase map; null when the map lists none, where only the promise can tell. */
  | { readonly mode: 'topics'; readonly open: number | null; readonly promised: boolean };

/** What Ralph itself has seen of an iteration; nothing in it is the agent's word. */
export interface Proof {
  readonly gatesGreen: boolean;
  /** What the gates said, in one clause for people. */
  readonly gateReason: string;
  /** Edits that could make a gate say yes without the work: a person has to look. */
  readonly tampering: readonly string[];
  readonly approved: boolean;
  /** The iteration changed what it may not change, and was rejected whole. */
  readonly rejected: boolean;
  /** Failures of before that are forgiven to a run that has changed nothing yet, though it may. */
  readonly forgivenIdle: readonly string[];
}

export type Verdict =
  | { readonly complete: true; readonly reason: string }
  | { readonly complete: false; readonly reason: string };

const shownFailures = 3;

/** Done is what is proven: all of the work, with every gate green, and nobody's word for it. */
export function judgeCompletion(work: Work, proof: Proof): Verdict {
  const open = (reason: string): Verdict => ({ complete: false, reason });
  if (proof.rejected) return open('the iteration was rejected');
  const left = whatIsLeft(work);
  if (left) return open(proof.gatesGreen ? left : `${left}, and ${proof.gateReason}`);
  if (!proof.gatesGreen) return open(`${claim(work)}, but ${proof.gateReason}`);
  if (proof.tampering.length > 0 && !proof.approved) {
    return open(`${claim(work)}, but a person has to approve: ${proof.tampering.join('; ')}`);
  }
  // Forgiveness is for work that is not about those failures. With nothing done and a red gate, a promise is all there is.
  if (work.mode === 'prompt' && proof.forgivenIdle.length > 0) {
    const shown = proof.forgivenIdle.slice(0, shownFailures).join(', ');
    const more = proof.forgivenIdle.length > shownFailures ? ', …' : '';
    return open(
      `${claim(work)}, but nothing was changed in this run and what failed before fails still: ${shown}${more}`,
    );
  }
  return { complete: true, reason: `${claim(work)}, and ${proof.gateReason}` };
}

function whatIsLeft(work: Work): string | undefined {
  switch (work.mode) {
    case 'prompt':
      return work.promised ? undefined : 'the agent has not promised completion';
    case 'prd':
      return work.passing < work.stories
        ? `${work.stories - work.passing} of ${work.stories} stories ${work.stories - work.passing === 1 ? 'does' : 'do'} not pass`
        : undefined;
    case 'tasks':
      return work.open > 0 ? openTasks(work.open, work.promised) : undefined;
    case 'topics':
      if (work.promised || work.open === 0) return undefined;
      return work.open === null
        ? 'the agent has not promised completion'
        : `${work.open} ${work.open === 1 ? 'topic is' : 'topics are'} not ticked`;
  }
}

/** An agent that promises where tasks count takes the promise for a way to close them: it is told, and its person is. */
function openTasks(open: number, promised: boolean): string {
  const left = `${open} ${open === 1 ? 'task is' : 'tasks are'} open`;
  return promised ? `${left} (a promise of completion closes none)` : left;
}

function claim(work: Work): string {
  switch (work.mode) {
    case 'prompt':
      return 'the agent promised completion';
    case 'prd':
      return work.stories === 1 ? 'the story passes' : `all ${work.stories} stories pass`;
    case 'tasks':
      return `no task is open (${work.done} done)`;
    case 'topics':
      return work.open === 0 ? 'every topic is ticked' : 'the agent promised completion';
  }
}
