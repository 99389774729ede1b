import type { PromptFacts } from './facts.ts';

export interface Wording {
  /** Tools that the text names, or relies on; it is used only when all of them are on. */
  readonly needs: readonly string[];
  readonly given?: (facts: PromptFacts) => boolean;
  readonly text: string;
}

/** One thing to tell the agent, in the best wording that the session allows. */
export type Advice = readonly Wording[];

export const always = (text: string): Advice => [{ needs: [], text }];

export const when = (tool: string, text: string, otherwise?: string): Advice => [
  { needs: [tool], text },
  ...(otherwise === undefined ? [] : [{ needs: [], text: otherwise }]),
];

/** The first wording of each that fits; advice of which none does is left out. */
export function spoken(advice: readonly Advice[], facts: PromptFacts): string[] {
  return advice.flatMap(
    (wordings) =>
      wordings.find(
        ({ needs, given }) =>
          needs.every((tool) => facts.enabledTools.has(tool)) && (given?.(facts) ?? true),
      )?.text ?? [],
  );
}
