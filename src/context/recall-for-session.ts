import { countTokens } from '../base/tokens.ts';
import {
  besideTheBest,
  byItself,
  latestAttempts,
  oneOfEachEvent,
  type Question,
} from './choose-for-session.ts';
import { type ContextItem, isOpenError } from './item.ts';
import { type RecalledItem, type Recollection, recall } from './recall.ts';
import { alreadySaidIn } from './rules/already-said.ts';
import { type RunSoFar, runSoFar } from './run-so-far.ts';
import { formatItem, formatSection } from './safety/format-for-prompt.ts';
import type { ContextServices } from './services.ts';
import type { InjectedItem, RecallRequest, SessionContext } from './session-context.ts';
import { type WholeBook, wholeBookForPrompt } from './skillbook/whole-book.ts';

/** More of a query than this says nothing new about what is meant. */
const longestQuery = 4_000;

export const nothingRecalled: SessionContext = {
  injected: [],
  held_out: [],
  recall: { queries: [], degraded: null, degraded_reason: null, skills_omitted: 0, tokens: 0 },
};

/**
 * The skillbook and what fits the work and its last error, together within the budget of recalled text: the book
 * takes at most half of it. Opens nothing where nothing was ever stored.
 */
export async function recallForSession(
  services: ContextServices,
  request: RecallRequest,
): Promise<SessionContext> {
  const { retrieval, credit, enabled } = await services.settings();
  if (!enabled || !(services.server || (await services.hasSomething()))) return nothingRecalled;
  const budget = retrieval.max_context_tokens;
  const book = await wholeBookForPrompt(services, Math.floor(budget / 2));
  const questions = questionsOf(request);
  const left = budget - book.tokens;
  const found = await recallAll(services, request, { questions, budget: left, book });
  const random = request.random ?? Math.random;
  const held = new Set(found.items.filter(() => random() < credit.holdout));
  const fitting = found.items
    .filter((item) => !held.has(item))
    .slice(0, retrieval.max_items_per_query);
  const recalled = await withinBudget(fitting, left);
  return {
    injected: [...recalled.items, ...book.skills.map(asInjected)],
    held_out: [...held].map(whyFound),
    recall: {
      queries: questions.map(({ query }) => query),
      degraded: found.degraded,
      degraded_reason: found.reason,
      skills_omitted: book.omitted,
      tokens: recalled.tokens + book.tokens,
    },
  };
}

function questionsOf({ work, lastError = '', question }: RecallRequest): Asking['questions'] {
  return [
    { question: 'failure' as const, query: (question ?? lastError).trim().slice(0, longestQuery) },
    { question: 'work' as const, query: work.trim().slice(0, longestQuery) },
  ].filter(({ query }) => query !== '');
}

interface Asking {
  readonly questions: readonly { readonly question: Question; readonly query: string }[];
  readonly budget: number;
  readonly book: WholeBook;
}

/** Each question on its own, so that a long error does not drown the work; what answers both counts once. */
async function recallAll(
  services: ContextServices,
  request: RecallRequest,
  { questions, budget, book }: Asking,
): Promise<{
  readonly items: readonly RecalledItem[];
  readonly degraded: Recollection['stats']['degraded'];
  readonly reason: string | null;
}> {
  const { signal, run, lastError } = request;
  const { retrieval, scoring } = await services.settings();
  const soFar = await runSoFar(services, request);
  const isKnown = knownToTheAgent(request, book, soFar);
  // A sum of weights has a threshold of its own, which is not on relevance.
  const least = scoring.mode === 'additive' ? 0 : retrieval.min_relevance_score;
  const hasFailed = questions.some(({ question }) => question === 'failure');
  const found = new Map<string, RecalledItem & { readonly question: Question }>();
  let last: Recollection['stats'] | undefined;
  for (const { question, query } of questions) {
    const { items, stats } = await recall(services, {
      query,
      types: retrieval.context_types,
      maxTokens: budget,
      without: (item) => isKnown(item, question),
      run,
      echo: lastError,
      ...(signal && { signal }),
    });
    last = last?.degraded ? last : stats;
    const events = oneOfEachEvent(items.map(byItself));
    const own = events.filter(({ item }) => isOf(item, run));
    const others = events.filter(({ item }) => !isOf(item, run));
    const asked = { question, hasFailed, candidates: stats.total_candidates, least };
    const fitting = [...besideTheBest(others, asked), ...latestAttempts(own)];
    // What fits the failure stands before what fits the work.
    for (const item of inOrder(fitting)) {
      if (!found.has(item.item.id)) found.set(item.item.id, { ...item, question });
    }
  }
  return {
    // What has had its chance takes no place from others, and nothing takes its own.
    items: [...found.values()].filter(
      ({ item, question }) => !soFar[question === 'failure' ? 'inVain' : 'uncited'].has(item.id),
    ),
    degraded: last?.degraded ?? null,
    reason: last?.degraded_reason ?? null,
  };
}

function inOrder(items: readonly RecalledItem[]): RecalledItem[] {
  return [...items].sort((a, b) => (b.score ?? 0) - (a.score ?? 0));
}

/** What the prompt has anyway, and what of the run's own is behind it or about another question. */
function knownToTheAgent(
  { run, lastError = '', told = [], said = [] }: RecallRequest,
  book: WholeBook,
  { failingSince }: RunSoFar,
): (item: ContextItem, question: Question) => boolean {
  const inTheBook = new Set(book.said.map(essence));
  const isSaid = alreadySaidIn(said);
  const isWorthRepeating = ({ content, content_type, source_iteration, ...item }: ContextItem) => {
    // Without a fix, an error that is not this one is behind the run.
    if (isOpenError({ content_type, ...item }))
      return essence(lastError).includes(essence(content));
    // All iterations are about the work: those count that met this failure, or were made with it in sight.
    return content_type !== 'iteration' || (source_iteration ?? 0) >= failingSince;
  };
  return (item, question) =>
    inTheBook.has(essence(item.content)) ||
    // What mended it once is news, also of a failure that the prompt tells of.
    (item.fixed_by === null && (told.includes(item.id) || isSaid(item.content))) ||
    (isOf(item, run) && !(question === 'failure' && isWorthRepeating(item)));
}

function isOf({ source_run }: ContextItem, run: string | undefined): boolean {
  return run !== undefined && source_run === run;
}

/** Headings and sources cost tokens as well: the least relevant item goes until the whole fits. */
async function withinBudget(fitting: readonly RecalledItem[], budget: number) {
  const texts = fitting.map(formatItem);
  for (let count = fitting.length; count > 0; count--) {
    const tokens = await countTokens(formatSection(texts.slice(0, count)));
    if (tokens > budget) continue;
    const items: InjectedItem[] = [];
    for (const [place, item] of fitting.slice(0, count).entries()) {
      const text = texts[place] ?? '';
      const { age, staleFiles } = item;
      items.push({
        ...whyFound(item),
        from: 'recalled',
        age,
        stale_files: [...staleFiles],
        tokens: await countTokens(text),
        text,
      });
    }
    return { items, tokens };
  }
  return { items: [], tokens: 0 };
}

function whyFound({ item, score, relevance, factors }: RecalledItem) {
  return {
    id: item.id,
    content_type: item.content_type,
    score: rounded(score),
    relevance: rounded(relevance),
    factors:
      factors &&
      Object.fromEntries(Object.entries(factors).map(([name, value]) => [name, rounded(value)])),
  };
}

function asInjected({ id, line, tokens }: WholeBook['skills'][number]): InjectedItem {
  return {
    id,
    content_type: 'skill',
    from: 'skillbook',
    score: null,
    relevance: null,
    factors: null,
    age: null,
    stale_files: [],
    tokens,
    text: line,
  };
}

function rounded(value: number | null): number | null {
  return value === null ? null : Math.round(value * 10_000) / 10_000;
}

function essence(text: string): string {
  return text.toLowerCase().replace(/\s+/g, ' ').trim();
}
