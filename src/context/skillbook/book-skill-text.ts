import { storableText } from '../safety/clean-input.ts';

const longestIndexed = 20_000;

/** The words of a skill as the memory keeps and shows them: no secrets, nothing unseen, no end without sense. */
export function skillText(content: string): string {
  return storableText(content.slice(0, longestIndexed)).text;
}
