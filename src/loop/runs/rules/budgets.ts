export interface Budgets {
  readonly iterations: number;
  readonly minutes: number;
  readonly tokens?: number | undefined;
  readonly cost_usd?: number | undefined;
}

export interface Spent {
  readonly iterations: number;
  readonly minutes: number;
  readonly tokens: number;
  readonly cost_usd: number;
}

export type Limit = 'iterations' | 'minutes' | 'tokens' | 'cost_usd';

/** The first budget that leaves no room for another iteration, with the sentence that says so. */
export function spentBudget(
  budgets: Budgets,
  spent: Spent,
): { limit: Limit; reason: string } | undefined {
  const over: readonly [Limit, number | undefined, number, string][] = [
    ['iterations', budgets.iterations, spent.iterations, 'iterations'],
    ['minutes', budgets.minutes, spent.minutes, 'minutes'],
    ['tokens', budgets.tokens, spent.tokens, 'tokens'],
    ['cost_usd', budgets.cost_usd, spent.cost_usd, 'US dollars'],
  ];
  for (const [limit, allowed, used, unit] of over) {
    if (allowed === undefined || used < allowed) continue;
    const shown = limit === 'cost_usd' ? used.toFixed(2) : String(Math.floor(used * 10) / 10);
    const named = allowed === 1 ? unit.replace(/s$/, '') : unit;
    return { limit, reason: `the budget of ${allowed} ${named} is spent (${shown} used)` };
  }
  return undefined;
}

/** A cap that cannot be measured would be no cap: such a run is refused before it starts. */
export function unmeasurableBudget(
  budgets: Budgets,
  agents: readonly {
    readonly name: string;
    readonly reportsCost: boolean;
    readonly reportsTokens: boolean;
    readonly priced: boolean;
  }[],
): string | undefined {
  if (budgets.cost_usd !== undefined) {
    const silent = agents.find(
      (agent) => !agent.reportsCost && !(agent.priced && agent.reportsTokens),
    );
    if (silent) {
      return `budgets.cost_usd is set, but ${silent.name} reports no cost. Give its prices under "prices" in ralph.yaml, use another agent, or remove the cap.`;
    }
  }
  if (budgets.tokens !== undefined) {
    const silent = agents.find((agent) => !agent.reportsTokens);
    if (silent) {
      return `budgets.tokens is set, but ${silent.name} reports no tokens. Use another agent or remove the cap.`;
    }
  }
  return undefined;
}
