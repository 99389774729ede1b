import { type Separation, separation } from './metrics.ts';
import type { BenchQuery, Haystack } from './read-set.ts';
import { shuffled } from './shuffled.ts';
import { recall, type StoredHaystack, within } from './systems.ts';
import { unrelatedQuestions } from './unrelated-questions.ts';

/** What a question scores by the product's own relevance, and by the gate it has to beat. */
interface Scores {
  readonly relevance: number;
  readonly coverage: number;
}

export interface SilenceScores {
  readonly answerable: Scores[];
  readonly unanswerable: Scores[];
}

export interface Silence extends Separation {
  /** Where the unanswerable questions come from. */
  readonly unanswerable: 'other_groups' | 'unrelated';
  readonly answerable_queries: number;
  readonly unanswerable_queries: number;
  /** The same by the best BM25 score over the rarity of the question's terms. */
  readonly coverage_gate: Separation;
}

/** Questions of other groups that are asked, over all haystacks. */
const foreignQuestions = 240;

/** Adds the scores of the haystack's own questions, and of some that it cannot answer. */
export async function scoreSilence(
  stored: StoredHaystack,
  haystack: Haystack,
  all: readonly Haystack[],
  scores: SilenceScores,
): Promise<void> {
  for (const query of haystack.queries) scores.answerable.push(await scoresOf(stored, query));
  for (const query of foreignTo(haystack, all))
    scores.unanswerable.push(await scoresOf(stored, query));
}

function foreignTo(
  haystack: Haystack,
  all: readonly Haystack[],
): readonly Pick<BenchQuery, 'text' | 'seq'>[] {
  if (all.length < 2) return unrelatedQuestions.map((text) => ({ text, seq: undefined }));
  const others = all
    .filter((other) => other !== haystack)
    .flatMap(({ queries }) => queries.map(({ text }) => ({ text, seq: undefined })));
  return shuffled(others, haystack.group).slice(0, Math.ceil(foreignQuestions / all.length));
}

async function scoresOf(
  stored: StoredHaystack,
  query: Pick<BenchQuery, 'text' | 'seq'>,
): Promise<Scores> {
  const { items } = await recall(stored, query, 'multiplicative');
  const { context } = stored;
  const { candidates, rarity } = await context.index.candidates(
    { text: query.text },
    within(query),
  );
  const best = Math.max(0, ...candidates.map(({ bm25 }) => bm25));
  return {
    relevance: Math.max(0, ...items.map((item) => item.relevance)),
    coverage: rarity === 0 ? 0 : best / rarity,
  };
}

export function summariseSilence(scores: SilenceScores, groups: number): Silence {
  const by = (score: keyof Scores) =>
    separation(
      scores.answerable.map((each) => each[score]),
      scores.unanswerable.map((each) => each[score]),
    );
  return {
    unanswerable: groups < 2 ? 'unrelated' : 'other_groups',
    answerable_queries: scores.answerable.length,
    unanswerable_queries: scores.unanswerable.length,
    ...by('relevance'),
    coverage_gate: by('coverage'),
  };
}
