import type { PromptFacts } from './facts.ts';

/** A part of a prompt: a function of the facts, with the tokens it may take. */
export interface Section {
  /** Empty where the text has headings of its own. */
  readonly title: string;
  /** Of the whole section, with its title. */
  readonly maxTokens: number;
  /** Nothing when there is nothing to say. */
  render(facts: PromptFacts): SectionBody | undefined;
}

export interface SectionBody {
  /** What matters most first: when there is no room for all, the last are left out and counted. */
  readonly parts: readonly string[];
  /** How many parts there are in all, where more exist than were gathered. */
  readonly total?: number;
  /** Tools that show what was left out; those that are on are named where that happens. */
  readonly rest?: readonly string[];
}

/** A body from whatever of these there is. */
export function body(
  parts: readonly (string | false | undefined | null)[],
  more: Omit<SectionBody, 'parts'> = {},
): SectionBody | undefined {
  const said = parts.filter((part): part is string => typeof part === 'string' && part !== '');
  return said.length > 0 ? { ...more, parts: said } : undefined;
}

export function bullets(lines: readonly string[]): string[] {
  return lines.map((line) => `- ${line}`);
}
