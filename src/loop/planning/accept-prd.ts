import path from 'node:path';
import { ToolError } from '../../base/errors.ts';
import { backupFile, readTextIfExists, writeFileAtomic } from '../../base/files.ts';
import { resolveInside, toRepoRelative } from '../../base/paths.ts';
import { parseJsonDocument } from '../prd/json-document.ts';
import { readStories } from '../prd/stories.ts';
import { scaffoldPrd } from '../scaffold/files/prd.ts';
import { inOrder, type Proposal } from './proposal.ts';

export interface PrdStory {
  readonly id: string;
  readonly title: string;
  readonly acceptanceCriteria: readonly string[];
  readonly priority: number;
  readonly passes: false;
  readonly notes: string;
}

export interface PrdDocument {
  readonly branchName: string;
  readonly userStories: readonly PrdStory[];
}

/** The proposal as a PRD: a story for each task, in an order in which none needs a later one. */
export function prdOf({ features, tasks }: Proposal): PrdDocument {
  const ordered = inOrder(tasks);
  const name = features[0]?.name ?? ordered[0]?.feature ?? 'feature';
  return {
    branchName: `ralph/${name}`,
    userStories: ordered.map((task, index) => ({
      id: `US-${String(index + 1).padStart(3, '0')}`,
      title: task.title,
      acceptanceCriteria: task.acceptance_criteria,
      priority: index + 1,
      passes: false,
      notes: task.description,
    })),
  };
}

export interface PrdPlace {
  /** Relative to the root. */
  readonly file: string;
  readonly absolute: string;
  readonly existing: string | undefined;
  /** What the file holds that would be lost: its stories, or that nobody can tell. */
  readonly holds: string | undefined;
}

/** Where the PRD goes, and what stands there now. */
export async function inspectPrd(root: string, given: string): Promise<PrdPlace> {
  const absolute = await resolveInside(root, given);
  const existing = await readTextIfExists(absolute);
  const file = toRepoRelative(root, absolute);
  return {
    file,
    absolute,
    existing,
    holds: existing === undefined ? undefined : holding(existing),
  };
}

function holding(text: string): string | undefined {
  const read = readStories(text);
  if (!read.ok) return text.trim() === '' ? undefined : `something that is no PRD (${read.reason})`;
  const { length } = read.stories;
  return length === 0 ? undefined : `${length} ${length === 1 ? 'story' : 'stories'}`;
}

/** Writes the PRD. A file that holds something is replaced only when `replace` says so, and kept beside it. */
export async function acceptPrd(
  place: PrdPlace,
  prd: PrdDocument,
  { replace }: { readonly replace: boolean },
): Promise<{ readonly file: string; readonly backup?: string }> {
  const { file, absolute, existing, holds } = place;
  if (holds !== undefined && !replace) {
    throw new ToolError('conflict', `${file} holds ${holds}.`, {
      hint: 'Add --force to replace it (it is kept beside the new one), or name another with --prd-file.',
    });
  }
  const backup = holds === undefined ? undefined : await backupFile(absolute);
  await writeFileAtomic(absolute, `${JSON.stringify(mergedWith(existing, prd), null, 2)}\n`);
  return {
    file,
    ...(backup !== undefined && { backup: `${path.posix.dirname(file)}/${path.basename(backup)}` }),
  };
}

/** A branch that somebody has chosen in an empty PRD is kept. */
function mergedWith(existing: string | undefined, prd: PrdDocument): PrdDocument {
  if (existing === undefined || existing === scaffoldPrd) return prd;
  const read = parseJsonDocument(existing).ok ? readStories(existing) : undefined;
  if (!read?.ok || read.stories.length > 0 || read.branch_name === null) return prd;
  const scaffold = readStories(scaffoldPrd);
  const untouched = scaffold.ok && scaffold.branch_name === read.branch_name;
  return untouched ? prd : { ...prd, branchName: read.branch_name };
}
