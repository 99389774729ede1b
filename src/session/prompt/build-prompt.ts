import { countTokens } from '../../base/tokens.ts';
import type { PromptFacts } from './facts.ts';
import { fitBody } from './fit-body.ts';
import { givenPromptSections, recipeSections, type SectionName } from './section-names.ts';
import { sections } from './sections.ts';

export interface BuiltPrompt {
  readonly text: string;
  readonly tokens: number;
  readonly sections: { name: SectionName; tokens: number; cut: boolean }[];
}

export async function buildPrompt(facts: PromptFacts): Promise<BuiltPrompt> {
  const parts: { name: SectionName; text: string; tokens: number; cut: boolean }[] = [];
  const names = facts.prompt === undefined ? recipeSections[facts.recipe] : givenPromptSections;
  for (const name of names) {
    const { title, maxTokens, render } = sections[name];
    const body = render(facts);
    if (!body) continue;
    const heading = title === '' ? '' : `## ${title}\n`;
    const room = maxTokens - (await countTokens(heading));
    const fitted = await fitBody(body, room, facts.enabledTools);
    const text = heading + fitted.text;
    parts.push({ name, text, tokens: await countTokens(text), cut: fitted.cut });
  }
  const text = `${parts.map((part) => part.text).join('\n\n')}\n`;
  return {
    text,
    tokens: await countTokens(text),
    sections: parts.map(({ name, tokens, cut }) => ({ name, tokens, cut })),
  };
}
