import { z } from 'zod';
import { isRecord } from '../../../base/is-record.ts';
import { requiredText, taskFields, text } from '../../fields.ts';
import { parseJsonText } from '../json-text.ts';
import { refuseProblems, type TransferProblem } from '../problem.ts';

/** A story as it is written; only the named keys mean something here, and all are kept. */
export type Story = Readonly<Record<string, unknown>>;

const storySchema = z.looseObject({
  id: requiredText(100),
  title: taskFields.title,
  description: taskFields.description.optional(),
  acceptanceCriteria: taskFields.acceptance_criteria.optional(),
  priority: z.int().optional(),
  passes: z.boolean().optional(),
  notes: taskFields.hints.optional(),
  completionNotes: text(20_000).optional(),
  dependsOn: z.array(requiredText(100)).max(100).optional(),
});
export type ReadStory = z.output<typeof storySchema>;

export interface Prd {
  /** The document as it was written, with the ids of the stories in place of the stories. */
  readonly frame: Readonly<Record<string, unknown>>;
  readonly stories: readonly { readonly raw: Story; readonly story: ReadStory }[];
}

/** Reads the text of a prd.json; refuses it with every problem at its place. */
export function parsePrd(what: string, source: string): Prd {
  const document = parseJsonText(what, source);
  const problems: TransferProblem[] = [];
  const list = isRecord(document) ? document.userStories : undefined;
  if (!isRecord(document) || !Array.isArray(list)) {
    const message = 'is missing; a PRD is an object with a list of stories under this key';
    refuseProblems(what, [{ place: 'userStories', message }]);
    throw new Error('unreachable: a PRD without stories is refused');
  }
  const stories = list.flatMap((raw: unknown, index) => {
    const parsed = storySchema.safeParse(raw);
    if (parsed.success && isRecord(raw)) return [{ raw, story: parsed.data }];
    for (const { path, message } of parsed.error?.issues ?? []) {
      problems.push({ place: [`userStories[${index}]`, ...path].join('.'), message });
    }
    return [];
  });
  const places = new Map<string, number>();
  for (const [index, { story }] of stories.entries()) {
    const earlier = places.get(story.id);
    if (earlier === undefined) places.set(story.id, index);
    else {
      const message = `"${story.id}" is already the id of userStories[${earlier}]`;
      problems.push({ place: `userStories[${index}].id`, message });
    }
  }
  refuseProblems(what, problems);
  const ids = stories.map(({ story }) => story.id);
  return { frame: { ...document, userStories: ids }, stories };
}
