import type { BenchSettings } from './config.ts';
import type { TrialRecord } from './results.ts';

/** What may still be spent, by the names that ralph.yaml has for it. */
export interface Budget {
  readonly cost_usd?: number;
  readonly tokens?: number;
  readonly minutes?: number;
}

export interface Spent {
  readonly cost_usd: number;
  readonly tokens: number;
  readonly minutes: number;
}

export function spentOn(records: readonly Pick<TrialRecord, 'spend' | 'seconds'>[]): Spent {
  const sum = (of: (record: Pick<TrialRecord, 'spend' | 'seconds'>) => number) =>
    records.reduce((total, record) => total + of(record), 0);
  return {
    cost_usd: sum(({ spend }) => spend.cost_usd ?? 0),
    tokens: sum(({ spend }) => spend.input_tokens + spend.output_tokens),
    minutes: sum(({ seconds }) => seconds / 60),
  };
}

/** What is left of the budget, or the name of what is used up. */
export function leftOf(
  budgets: BenchSettings['budgets'],
  spent: Spent,
): { readonly left: Budget; readonly usedUp: string | undefined } {
  const names = ['cost_usd', 'tokens', 'minutes'] as const;
  const left: { -readonly [Name in keyof Budget]: number } = {};
  let usedUp: string | undefined;
  for (const name of names) {
    const limit = budgets?.[name];
    if (limit === undefined) continue;
    const rest = limit - spent[name];
    left[name] = name === 'tokens' ? Math.floor(rest) : rest;
    if (left[name] <= 0) usedUp ??= name;
  }
  return { left, usedUp };
}
