import { getNodeValue } from 'jsonc-parser';
import { isRecord } from '../../../base/is-record.ts';
import { canonicalJson } from '../../../base/json.ts';
import { parseJsonDocument } from '../../prd/json-document.ts';
import type { ChangedFile, TamperFinding } from './finding.ts';

/** An agent reports on a story in these; everything else says what was asked for. */
const reported = new Set(['passes', 'notes']);
const shownIds = 3;

/** A PRD may change in `passes` and `notes` only. */
export function prdChanges(file: ChangedFile): readonly TamperFinding[] {
  const { path, before, after } = file;
  if (before === null) return [];
  const found = (message: string): TamperFinding[] => [{ kind: 'prd_changed', path, message }];
  if (after === null) return found(`${path} was deleted`);
  const old = parse(before);
  // Nothing can be said of what was no PRD to begin with.
  if (old === undefined) return [];
  const now = parse(after);
  if (now === undefined) return found(`${path} is no longer valid JSON`);
  if (canonicalJson(asked(old)) === canonicalJson(asked(now))) return [];

  const was = storiesOf(old);
  const is = storiesOf(now);
  const gone = [...was.keys()].filter((id) => !is.has(id));
  const added = [...is.keys()].filter((id) => !was.has(id));
  const edited = [...is].filter(([id, story]) => was.has(id) && was.get(id) !== story);
  const parts = [
    listed(gone, 'removed'),
    listed(added, 'added'),
    listed(
      edited.map(([id]) => id),
      'changed in more than "passes" and "notes"',
    ),
  ].filter(Boolean);
  return found(
    parts.length > 0 ? `in ${path} ${parts.join(', ')}` : `${path} changed around its stories`,
  );
}

function parse(text: string): unknown {
  const document = parseJsonDocument(text);
  return document.ok ? getNodeValue(document.root) : undefined;
}

function asked(prd: unknown): unknown {
  if (!isRecord(prd) || !Array.isArray(prd.userStories)) return prd;
  return { ...prd, userStories: prd.userStories.map(askedOfStory) };
}

function askedOfStory(story: unknown): unknown {
  if (!isRecord(story)) return story;
  return Object.fromEntries(Object.entries(story).filter(([key]) => !reported.has(key)));
}

function storiesOf(prd: unknown): ReadonlyMap<string, string> {
  if (!isRecord(prd) || !Array.isArray(prd.userStories)) return new Map();
  return new Map(
    prd.userStories.map((story: unknown, index) => [
      isRecord(story) && typeof story.id === 'string' ? story.id : `userStories[${index}]`,
      canonicalJson(askedOfStory(story)),
    ]),
  );
}

function listed(ids: readonly string[], what: string): string {
  if (ids.length === 0) return '';
  const more = ids.length > shownIds ? ` and ${ids.length - shownIds} more` : '';
  const were = ids.length === 1 ? 'was' : 'were';
  return `${ids.slice(0, shownIds).join(', ')}${more} ${were} ${what}`;
}
