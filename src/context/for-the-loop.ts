import { errorMessage } from '../base/errors.ts';
import { countTokens } from '../base/tokens.ts';
import { recordInjection as logInjection, recordVerdict as logVerdict } from './injections.ts';
import type { ContextType } from './item.ts';
import { type IterationResult, type StoredIteration, storeIteration } from './iterations.ts';
import { type LifecycleReport, runLifecycle as oneStep } from './lifecycle/run-lifecycle.ts';
import { type RecalledItem, recall } from './recall.ts';
import type { Degraded } from './retrieve.ts';
import { formatForPrompt } from './safety/format-for-prompt.ts';
import type { ContextServices } from './services.ts';

export interface PromptRequest {
  readonly query: string;
  /** Tokens that the section may take; the setting unless given. */
  readonly budget?: number;
  readonly types?: readonly ContextType[];
  /** Texts that the prompt has already, such as those of a whole skillbook: never said twice. */
  readonly alreadyInPrompt?: readonly string[];
  readonly random?: () => number;
  readonly signal?: AbortSignal;
}

export interface PromptContext {
  /** A section for the prompt; empty when there is nothing to say. */
  readonly text: string;
  readonly tokens: number;
  readonly injected: readonly string[];
  /** Fitting items left out at random, which is how it is learnt what the others are worth. */
  readonly heldOut: readonly string[];
  readonly degraded: Degraded;
}

const none: PromptContext = { text: '', tokens: 0, injected: [], heldOut: [], degraded: 'nothing' };

/** What the memory has to say to a prompt. Never throws: a loop without memory is still a loop. */
export function retrieveForPrompt(
  services: ContextServices,
  request: PromptRequest,
): Promise<PromptContext> {
  return quietly(services, 'recall', none, async () => {
    const { retrieval, credit } = await services.settings();
    const budget = request.budget ?? retrieval.max_context_tokens;
    const said = new Set(request.alreadyInPrompt?.map(essence));
    const found = await recall(services, {
      query: request.query,
      types: request.types ?? retrieval.context_types,
      maxTokens: budget,
      without: (item) => said.has(essence(item.content)),
      ...(request.signal && { signal: request.signal }),
    });
    const random = request.random ?? Math.random;
    const held = new Set(found.items.filter(() => random() < credit.holdout));
    const fitting = found.items.filter((item) => !held.has(item));
    const { items, text, tokens } = await withinBudget(fitting, budget);
    return {
      text,
      tokens,
      injected: items.map(({ item }) => item.id),
      heldOut: [...held].map(({ item }) => item.id),
      degraded: found.stats.degraded,
    };
  });
}

/** Headings and sources cost tokens as well: the least relevant item goes until the whole fits. */
async function withinBudget(fitting: readonly RecalledItem[], budget: number) {
  for (let count = fitting.length; count > 0; count--) {
    const items = fitting.slice(0, count);
    const text = formatForPrompt(items);
    const tokens = await countTokens(text);
    if (tokens <= budget) return { items, text, tokens };
  }
  return { items: [], text: '', tokens: 0 };
}

function essence(text: string): string {
  return text.toLowerCase().replace(/\s+/g, ' ').trim();
}

export function recordInjection(
  services: ContextServices,
  injection: Parameters<typeof logInjection>[1],
): Promise<void> {
  return quietly(services, 'log what was injected', undefined, async () =>
    logInjection(await services.context(), injection),
  );
}

export function recordVerdict(
  services: ContextServices,
  verdict: Parameters<typeof logVerdict>[1],
): Promise<number> {
  return quietly(services, 'log a verdict', 0, async () =>
    logVerdict(await services.context(), verdict),
  );
}

export function storeIterationResult(
  services: ContextServices,
  result: IterationResult,
): Promise<StoredIteration | undefined> {
  return quietly(services, 'store an iteration', undefined, async () =>
    storeIteration(await services.context(), {
      ...result,
      run_id: result.run_id ?? services.runId ?? null,
    }),
  );
}

export function runLifecycle(
  services: ContextServices,
  options: { readonly signal?: AbortSignal } = {},
): Promise<LifecycleReport | undefined> {
  return quietly(services, 'tidy up', undefined, async () =>
    oneStep(await services.context(), options),
  );
}

async function quietly<T>(
  services: ContextServices,
  what: string,
  otherwise: T,
  work: () => Promise<T>,
): Promise<T> {
  try {
    if (!(await services.settings()).enabled) return otherwise;
    return await work();
  } catch (thrown) {
    services.logger.warn(`the memory could not ${what}`, { reason: errorMessage(thrown) });
    return otherwise;
  }
}
