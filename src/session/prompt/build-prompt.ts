import { countTokens } from '../../base/tokens.ts';
import type { RecipeName } from '../recipes/recipes.ts';
import type { PromptFacts } from './facts.ts';
import type { SectionName } from './section.ts';
import { sections } from './sections.ts';

/**
 * The sections of each recipe, in the order of the prompt: what is the same for every session first, so that
 * a prompt cache keeps it, and what belongs to this session alone last.
 */
export const recipeSections: Readonly<Record<RecipeName, readonly SectionName[]>> = {
  braindump: [
    'instructions',
    'project_context',
    'metadata',
    'codebase_state',
    'feature_listing',
    'discipline_listing',
    'user_input',
  ],
  yap: [
    'instructions',
    'project_context',
    'metadata',
    'codebase_state',
    'feature_listing',
    'discipline_listing',
    'task_listing',
    'user_input',
  ],
  ramble: [
    'instructions',
    'project_context',
    'metadata',
    'codebase_state',
    'feature_listing',
    'discipline_listing',
    'feature_context',
    'feature_files',
    'feature_state',
    'task_listing',
    'user_input',
  ],
  discuss: [
    'instructions',
    'project_context',
    'metadata',
    'discipline_listing',
    'discipline_persona',
    'user_input',
  ],
  task_execution: [
    'instructions',
    'project_context',
    'discipline_persona',
    'feature_context',
    'feature_files',
    'feature_state',
    'state_files',
    'dependency_context',
    'previous_attempts',
    'task_details',
    'task_files',
    'user_input',
  ],
  opus_review: [
    'instructions',
    'project_context',
    'metadata',
    'feature_listing',
    'feature_context',
    'feature_files',
    'feature_state',
    'state_files',
    'task_listing',
    'user_input',
  ],
  enrichment: [
    'instructions',
    'project_context',
    'codebase_state',
    'discipline_listing',
    'feature_listing',
    'feature_context',
    'feature_files',
    'feature_state',
    'task_listing',
    'dependency_context',
    'previous_attempts',
    'task_details',
    'user_input',
  ],
};

export interface BuiltPrompt {
  readonly text: string;
  readonly tokens: number;
  readonly sections: { name: SectionName; tokens: number; cut: boolean }[];
}

export async function buildPrompt(facts: PromptFacts): Promise<BuiltPrompt> {
  const parts: { name: SectionName; text: string; tokens: number; cut: boolean }[] = [];
  for (const name of recipeSections[facts.recipe]) {
    const section = sections[name];
    const body = section.render(facts);
    if (!body) continue;
    const fitted = await fit(body, section.maxTokens);
    const text = `## ${section.title}\n${fitted.text}`;
    parts.push({ name, text, tokens: await countTokens(text), cut: fitted.cut });
  }
  const text = `${parts.map((part) => part.text).join('\n\n')}\n`;
  return {
    text,
    tokens: await countTokens(text),
    sections: parts.map(({ name, tokens, cut }) => ({ name, tokens, cut })),
  };
}

/** Keeps the beginning, whole lines where possible, and says that something is missing. */
async function fit(text: string, maxTokens: number): Promise<{ text: string; cut: boolean }> {
  const tokens = await countTokens(text);
  if (tokens <= maxTokens) return { text, cut: false };
  let kept = text.slice(0, Math.floor((text.length * maxTokens) / tokens));
  while ((await countTokens(kept)) > maxTokens - 20)
    kept = kept.slice(0, Math.floor(kept.length * 0.95));
  const end = kept.lastIndexOf('\n');
  if (end > kept.length / 2) kept = kept.slice(0, end);
  // A quotation that was cut open must still be closed, or what follows would count as quoted.
  const open = kept.split('<quoted').length > kept.split('</quoted>').length;
  return { text: `${kept}${open ? '\n</quoted>' : ''}\n(cut to ${maxTokens} tokens)`, cut: true };
}
