import { z } from 'zod';
import { ToolError } from '../base/errors.ts';
import type { Discipline } from './store/disciplines.ts';

const patterns = z.array(z.string().min(1).max(100)).max(200);

/** The tools that sessions of a discipline go without: always, or in sessions of one recipe. */
const toolOverridesSchema = z.strictObject({
  additional_disabled: patterns.default([]),
  remove_in: z.record(z.string(), patterns).default({}),
});
/** As the database holds them, where either may be missing. */
export const storedOverridesSchema = z.strictObject({
  additional_disabled: patterns.optional(),
  remove_in: z.record(z.string(), patterns).optional(),
});
export type ToolOverrides = z.output<typeof toolOverridesSchema>;

export function toolOverridesOf({ name, mcp_tool_overrides }: Discipline): ToolOverrides {
  const parsed = toolOverridesSchema.safeParse(mcp_tool_overrides);
  if (parsed.success) return parsed.data;
  throw new ToolError('conflict', `The tool overrides of discipline "${name}" are not readable.`, {
    hint: `Begin again with "ralph discipline restrict ${name} --clear".`,
  });
}

/** The overrides with `patterns` added, in one recipe only when one is named; `clear` empties that place first. */
export function restricted(
  overrides: ToolOverrides,
  change: {
    readonly patterns: readonly string[];
    readonly recipe?: string | undefined;
    readonly clear: boolean;
  },
): ToolOverrides {
  const { recipe, clear } = change;
  const joined = (before: readonly string[]) => [
    ...new Set([...(clear ? [] : before), ...change.patterns]),
  ];
  if (recipe === undefined) {
    return {
      additional_disabled: joined(overrides.additional_disabled),
      remove_in: clear ? {} : overrides.remove_in,
    };
  }
  const { [recipe]: before = [], ...others } = overrides.remove_in;
  const list = joined(before);
  return {
    additional_disabled: overrides.additional_disabled,
    remove_in: list.length > 0 ? { ...others, [recipe]: list } : others,
  };
}
