import type { AgentEvent } from '../../agents/adapter.ts';
import type { Spend } from '../run.ts';
import type { RunAgent } from '../run-options.ts';

export interface Meter {
  /** True when the event has changed the sum. */
  add(event: AgentEvent): boolean;
  spend(): Spend;
}

const million = 1_000_000;
/** No launch spends more, whatever it reports; and sums of it stay numbers that can be stored. */
const mostOfAnything = 1e12;
const within = (amount: number): number => Math.min(amount, mostOfAnything);

/** Adds up what one launch uses. Cost is what the agent reports, else what its tokens cost by the price table. */
export function createMeter(agent: RunAgent): Meter {
  const price = agent.prices?.[agent.model ?? '*'] ?? agent.prices?.['*'];
  let input = 0;
  let output = 0;
  let computed: number | null = null;
  let reported: number | null = null;
  return {
    add(event) {
      if (event.kind === 'cost') {
        reported = within((reported ?? 0) + event.usd);
        return true;
      }
      if (event.kind !== 'usage') return false;
      input = within(input + Math.ceil(event.input_tokens));
      output = within(output + Math.ceil(event.output_tokens));
      if (price) {
        const cached = Math.min(event.cached_tokens ?? 0, event.input_tokens);
        const cost =
          (event.input_tokens - cached) * price.input +
          cached * (price.cached_input ?? price.input) +
          event.output_tokens * price.output;
        computed = within((computed ?? 0) + cost / million);
      }
      return true;
    },
    spend: () => ({ input_tokens: input, output_tokens: output, cost_usd: reported ?? computed }),
  };
}

/** Whether what a run had spent and what it spends now reach one of its caps. */
export function reachesCap(
  budgets: { readonly tokens?: number | undefined; readonly cost_usd?: number | undefined },
  ...spends: readonly Spend[]
): boolean {
  const tokens = spends.reduce((sum, one) => sum + one.input_tokens + one.output_tokens, 0);
  const cost = spends.reduce((sum, one) => sum + (one.cost_usd ?? 0), 0);
  return (
    (budgets.tokens !== undefined && tokens >= budgets.tokens) ||
    (budgets.cost_usd !== undefined && cost >= budgets.cost_usd)
  );
}
