import type { HeldOutItem, InjectedItem, ToldItem } from '../../../context/session-context.ts';
import type { SessionPlan } from '../../../session/plan.ts';
import type { Iteration } from '../run.ts';

/** What an iteration was told from the memory and why, what that cost, and what became of it. */
export interface ShownContext {
  readonly queries: readonly string[];
  readonly degraded: string | null;
  readonly degraded_reason: string | null;
  readonly tokens: number;
  readonly skills_omitted: number;
  readonly injected: readonly (InjectedItem & { readonly cited: boolean })[];
  readonly held_out: readonly HeldOutItem[];
  /** What the run showed by itself of what the memory keeps. */
  readonly told: readonly (ToldItem & { readonly cited: boolean })[];
  readonly stored: NonNullable<Iteration['context']>['stored'];
}

/** Exactly what stands in the plan of the session, beside what the iteration made of it. */
export function shownContext(
  context: Iteration['context'],
  plan: SessionPlan | undefined,
): ShownContext | null {
  if (!plan?.recall) return null;
  const cited = new Set(context?.cited);
  const withCited = <Item extends ToldItem>(item: Item) => ({ ...item, cited: cited.has(item.id) });
  return {
    ...plan.recall,
    injected: plan.injected_context.map(withCited),
    held_out: plan.held_out_context,
    told: plan.told_context.map(withCited),
    stored: context?.stored ?? null,
  };
}
