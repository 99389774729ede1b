import { isRecord } from '../../../base/is-record.ts';
import { canonicalJson } from '../../../base/json.ts';
import type { Task } from '../../model.ts';
import type { TaskFields } from '../../store/task-rows.ts';
import type { ReadStory, Story } from './parse-prd.ts';

/** Which field of a task holds which key of a story, and what a key that is not there stands for. */
export const storyKeys = [
  { key: 'title', field: 'title', absent: '' },
  { key: 'description', field: 'description', absent: '' },
  { key: 'acceptanceCriteria', field: 'acceptance_criteria', absent: [] },
  { key: 'priority', field: 'position', absent: null },
  { key: 'notes', field: 'hints', absent: '' },
  { key: 'completionNotes', field: 'summary', absent: '' },
] as const;

/** What a task remembers of the story it came from. */
export interface StoryOrigin {
  /** The name of the imported document. */
  readonly prd: string;
  readonly story: Story;
}

export function originOf({ external_data }: Task): StoryOrigin | undefined {
  const { prd, story } = external_data;
  return typeof prd === 'string' && isRecord(story) ? { prd, story } : undefined;
}

/**
 * What a story says that it did not say when it was last imported. What has happened to the task since then
 * stays, so importing a file again never takes back work that the file does not know of.
 */
export function storyFields(
  { raw, story }: { readonly raw: Story; readonly story: ReadStory },
  prd: string,
  existing: Task | undefined,
): TaskFields {
  const before = existing && originOf(existing)?.story;
  const isNew = (key: string) =>
    before === undefined || canonicalJson(before[key]) !== canonicalJson(raw[key]);
  const fields = storyKeys
    .filter(({ key }) => isNew(key))
    .map(({ key, field, absent }) => [field, story[key] ?? absent] as const);
  const passes = story.passes ?? false;
  const status = passes ? 'done' : 'pending';
  // A story that was never passing says nothing about how far its task is.
  const saysStatus =
    existing === undefined || (isNew('passes') && (passes || existing.status === 'done'));
  return {
    ...Object.fromEntries(fields),
    ...(saysStatus && { status }),
    external_data: { prd, story: raw },
  };
}
