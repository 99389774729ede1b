import { getNodeValue } from 'jsonc-parser';
import { parseJsonDocument } from './json-document.ts';

export interface Story {
  readonly id: string;
  readonly title: string;
  readonly acceptance_criteria: readonly string[];
  readonly priority: number;
  readonly passes: boolean;
  readonly notes: string;
}

export type PrdStories =
  | { readonly ok: true; readonly branch_name: string | null; readonly stories: readonly Story[] }
  | { readonly ok: false; readonly reason: string };

/**
 * What a PRD asks for. Keys of other tools are passed over and missing ones filled in; whatever stands in the list
 * is a story, and only `true` passes, so that a slip in the file can never make work look done.
 */
export function readStories(text: string): PrdStories {
  const document = parseJsonDocument(text);
  if (!document.ok) {
    return { ok: false, reason: `line ${document.line} is not valid JSON: ${document.reason}` };
  }
  const prd: unknown = getNodeValue(document.root);
  const list = field(prd, 'userStories');
  if (!Array.isArray(list)) return { ok: false, reason: 'it has no list "userStories"' };
  const branch = field(prd, 'branchName');
  return {
    ok: true,
    branch_name: typeof branch === 'string' && branch !== '' ? branch : null,
    stories: list.map(readStory),
  };
}

export function passingStories(stories: readonly Story[]): readonly Story[] {
  return stories.filter((story) => story.passes);
}

/** What is left to do, first things first. */
export function openStories(stories: readonly Story[]): readonly Story[] {
  return stories.filter((story) => !story.passes).sort((a, b) => a.priority - b.priority);
}

function readStory(value: unknown, index: number): Story {
  const id = field(value, 'id');
  const criteria = field(value, 'acceptanceCriteria');
  const priority = field(value, 'priority');
  return {
    id: typeof id === 'string' || typeof id === 'number' ? String(id) : `userStories[${index}]`,
    title: text(field(value, 'title')),
    acceptance_criteria: Array.isArray(criteria) ? criteria.map(text).filter(Boolean) : [],
    priority: typeof priority === 'number' ? priority : Number.MAX_SAFE_INTEGER,
    passes: field(value, 'passes') === true,
    notes: text(field(value, 'notes')),
  };
}

function field(value: unknown, key: string): unknown {
  if (typeof value !== 'object' || value === null) return undefined;
  return Object.getOwnPropertyDescriptor(value, key)?.value;
}

function text(value: unknown): string {
  return typeof value === 'string' ? value : '';
}
