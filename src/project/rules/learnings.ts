import { ToolError } from '../../base/errors.ts';
import type { Caller } from '../../tool/tool.ts';
import type { Learning, LearningSource } from '../model.ts';
import { provenanceOf } from './session-scope.ts';
import { compareStatements } from './similarity.ts';

export const mostLearnings = 50;
export const longestLearning = 500;

/** What a caller may claim: people speak for themselves, agents as agents, and only a review as a review. */
export function learningSource(
  caller: Caller,
  asked: 'auto' | 'agent' | 'human' | undefined,
): LearningSource {
  if (provenanceOf(caller) === 'human') return asked ?? 'human';
  if (asked === 'auto' || asked === 'agent') return asked;
  return caller.session?.base_recipe === 'opus_review' ? 'opus_reviewed' : 'agent';
}

export function isReviewed(source: LearningSource): boolean {
  return source === 'human' || source === 'opus_reviewed';
}

/** The learning that says the same, or failing that the one that says the opposite. */
export function relatedLearning(
  text: string,
  learnings: readonly Learning[],
): { readonly same?: Learning; readonly opposite?: Learning } {
  let opposite: Learning | undefined;
  for (const learning of learnings) {
    const relation = compareStatements(text, learning.text);
    if (relation === 'same') return { same: learning };
    if (relation === 'opposite') opposite ??= learning;
  }
  return opposite ? { opposite } : {};
}

/** The oldest that nobody wrote on purpose, reviewed or met twice: the only kind that may go. */
export function firstToPrune(learnings: readonly Learning[]): Learning | undefined {
  return learnings
    .filter(({ source, reviewed, hit_count }) => source === 'auto' && !reviewed && hit_count <= 1)
    .reduce<Learning | undefined>(
      (oldest, learning) => (oldest && oldest.id < learning.id ? oldest : learning),
      undefined,
    );
}

export interface LearningMerge {
  readonly absorb: readonly { readonly into: Learning; readonly from: Learning }[];
  readonly move: readonly { readonly learning: Learning; readonly conflictsWith: number | null }[];
  readonly prune: readonly Learning[];
}

/** How the learnings of one feature join those of another without saying anything twice. */
export function planLearningMerge(
  source: readonly Learning[],
  target: readonly Learning[],
): LearningMerge {
  const absorb: { into: Learning; from: Learning }[] = [];
  const move: { learning: Learning; conflictsWith: number | null }[] = [];
  for (const learning of source) {
    const { same, opposite } = relatedLearning(learning.text, target);
    if (same) absorb.push({ into: same, from: learning });
    else move.push({ learning, conflictsWith: opposite?.id ?? learning.conflicts_with });
  }
  // What was said twice is worth keeping even if each of the two looked expendable.
  const confirmed = new Set(absorb.map(({ into }) => into.id));
  let rest = [...target, ...move.map(({ learning }) => learning)];
  const prune: Learning[] = [];
  while (rest.length > mostLearnings) {
    const next = firstToPrune(rest.filter(({ id }) => !confirmed.has(id)));
    if (!next) throw tooMany(rest.length);
    prune.push(next);
    rest = rest.filter((learning) => learning !== next);
  }
  return { absorb, move, prune };
}

function tooMany(count: number): ToolError {
  return new ToolError(
    'budget_exceeded',
    `The two features have ${count} learnings worth keeping, and one feature holds ${mostLearnings}.`,
    { hint: 'Keep both features and move only the tasks that are in the wrong one.' },
  );
}

/** The learnings that share words with the query, those that share most first; without a query, all as they come. */
export function matchingLearnings(
  learnings: readonly Learning[],
  query: string | undefined,
): Learning[] {
  const wanted = new Set(wordsOf(query ?? ''));
  if (wanted.size === 0) return [...learnings];
  return learnings
    .map((learning) => {
      const words = new Set(wordsOf(learning.text));
      return { learning, shared: [...wanted].filter((word) => words.has(word)).length };
    })
    .filter(({ shared }) => shared > 0)
    .sort((a, b) => b.shared - a.shared)
    .map(({ learning }) => learning);
}

function wordsOf(text: string): string[] {
  return text.toLowerCase().match(/[\p{L}\p{N}_]+/gu) ?? [];
}
