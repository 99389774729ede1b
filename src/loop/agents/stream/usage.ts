import type { UsageEvent } from '../adapter.ts';

export interface Usage {
  readonly input: number;
  readonly output: number;
  readonly cached: number;
}

export const noUsage: Usage = { input: 0, output: 0, cached: 0 };

export function addUsage(a: Usage, b: Usage): Usage {
  return { input: a.input + b.input, output: a.output + b.output, cached: a.cached + b.cached };
}

/** What came on top of `before`, for agents that report running totals. */
export function usageSince(before: Usage, total: Usage): Usage {
  return {
    input: Math.max(0, total.input - before.input),
    output: Math.max(0, total.output - before.output),
    cached: Math.max(0, total.cached - before.cached),
  };
}

/** No event for nothing: an agent that failed before its first answer reports zeros. */
export function usageEvents(usage: Usage): readonly UsageEvent[] {
  if (usage.input + usage.output === 0) return [];
  return [
    {
      kind: 'usage',
      input_tokens: usage.input,
      output_tokens: usage.output,
      ...(usage.cached > 0 && { cached_tokens: usage.cached }),
    },
  ];
}
