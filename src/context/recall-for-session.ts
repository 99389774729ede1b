import { countTokens } from '../base/tokens.ts';
import { type ContextItem, isOpenError } from './item.ts';
import { type RecalledItem, type Recollection, recall } from './recall.ts';
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
  const queries = queriesOf(request);
  const left = budget - book.tokens;
  const found = await recallAll(services, request, { queries, budget: left, book });
  const random = request.random ?? Math.random;
  const held = new Set(found.items.filter(() => random() < credit.holdout));
  const fitting = saidOnce(found.items)
    .filter((item) => !held.has(item))
    .slice(0, retrieval.max_items_per_query);
  const recalled = await withinBudget(fitting, left);
  return {
    injected: [...recalled.items, ...book.skills.map(asInjected)],
    held_out: [...held].map(whyFound),
    recall: {
      queries,
      degraded: found.degraded,
      degraded_reason: found.reason,
      skills_omitted: book.omitted,
      tokens: recalled.tokens + book.tokens,
    },
  };
}

function queriesOf({ work, lastError = '' }: RecallRequest): string[] {
  return [lastError, work].map((text) => text.trim().slice(0, longestQuery)).filter(Boolean);
}

/** Each question on its own, so that a long error does not drown the work; what answers both counts once. */
async function recallAll(
  services: ContextServices,
  { signal, run, lastError = '' }: RecallRequest,
  asked: { readonly queries: readonly string[]; readonly budget: number; readonly book: WholeBook },
): Promise<{
  readonly items: readonly RecalledItem[];
  readonly degraded: Recollection['stats']['degraded'];
  readonly reason: string | null;
}> {
  const { retrieval } = await services.settings();
  const said = new Set(asked.book.said.map(essence));
  const failed = queriesOf({ work: '', lastError })[0];
  const isLastError = (item: ContextItem) => essence(lastError).includes(essence(item.content));
  const found = new Map<string, RecalledItem>();
  let last: Recollection['stats'] | undefined;
  for (const query of asked.queries) {
    const { items, stats } = await recall(services, {
      query,
      types: retrieval.context_types,
      maxTokens: asked.budget,
      without: (item) =>
        said.has(essence(item.content)) ||
        (isOf(item, run) && !(query === failed && isWorthRepeating(item, isLastError))),
      run,
      ...(signal && { signal }),
    });
    last = last?.degraded ? last : stats;
    for (const item of items) {
      const known = found.get(item.item.id);
      if (!known || (known.score ?? 0) < (item.score ?? 0)) found.set(item.item.id, item);
    }
  }
  return {
    items: [...found.values()].sort((a, b) => (b.score ?? 0) - (a.score ?? 0)),
    degraded: last?.degraded ?? null,
    reason: last?.degraded_reason ?? null,
  };
}

function isOf({ source_run }: ContextItem, run: string | undefined): boolean {
  return run !== undefined && source_run === run;
}

/**
 * Of what the run itself has stored, asked about what failed last. An error without a fix that is not this one is
 * behind the run; this one has an id to be cited by and judged useful. All iterations are about the work, so that
 * only those count that bear on the failure.
 */
function isWorthRepeating(item: ContextItem, isLastError: (item: ContextItem) => boolean): boolean {
  return !isOpenError(item) || isLastError(item);
}

/**
 * An error is shown with its fix, so that neither the iteration that fixed it nor the one that it stopped needs to be
 * told by itself.
 */
function saidOnce(found: readonly RecalledItem[]): readonly RecalledItem[] {
  const errors = found.filter(({ fix }) => fix !== undefined).map(({ item }) => item);
  const fixes = new Set(errors.map(({ fixed_by }) => fixed_by));
  const place = ({ source_run, source_iteration }: RecalledItem['item']) =>
    JSON.stringify([source_run, source_iteration]);
  const stopped = new Set(errors.filter((item) => item.source_run !== null).map(place));
  return found.filter(
    ({ item }) =>
      item.content_type !== 'iteration' || !(fixes.has(item.id) || stopped.has(place(item))),
  );
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
