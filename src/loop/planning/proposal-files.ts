import { readdir, rm } from 'node:fs/promises';
import path from 'node:path';
import { ToolError } from '../../base/errors.ts';
import { readTextIfExists, writeFileAtomic } from '../../base/files.ts';
import { type Proposal, proposalSchema } from './proposal.ts';

/** Relative to the root. A file is a proposal; a folder belongs to a session that is under way, or was killed. */
export const proposalFolder = '.ralph/proposals';

const fileName = /^(prop_[a-z0-9]+)\.json$/;

export function saveProposal(root: string, proposal: Proposal): Promise<void> {
  const text = `${JSON.stringify(proposalSchema.parse(proposal), null, 2)}\n`;
  return writeFileAtomic(path.join(root, proposalFolder, `${proposal.id}.json`), text);
}

/** The newest first. What cannot be read is left out: it is shown when it is asked for by its name. */
export async function listProposals(root: string): Promise<Proposal[]> {
  const found: Proposal[] = [];
  for (const id of (await proposalIds(root)).reverse()) {
    const proposal = await readProposal(root, id).catch(() => undefined);
    if (proposal) found.push(proposal);
  }
  return found;
}

/** The proposal of this id, or the newest that nobody has decided on. */
export async function findProposal(root: string, id: string | undefined): Promise<Proposal> {
  if (id !== undefined) {
    if ((await proposalIds(root)).includes(id)) return readProposal(root, id);
    throw new ToolError('not_found', `There is no proposal "${id}".`, {
      hint: 'ralph plan --list shows those that there are.',
    });
  }
  const open = (await listProposals(root)).find(({ status }) => status === 'proposed');
  if (open) return open;
  throw new ToolError('not_found', 'No proposal waits for a decision.', {
    hint: 'Make one: ralph plan "what you want"',
  });
}

/** Forgets decided proposals that are older than this; open ones were paid for and stay. */
export async function pruneProposals(root: string, before: Date): Promise<void> {
  for (const { id, status, created_at } of await listProposals(root)) {
    if (status === 'proposed' || new Date(created_at) >= before) continue;
    await rm(path.join(root, proposalFolder, `${id}.json`), { force: true });
  }
}

async function proposalIds(root: string): Promise<string[]> {
  const names = await readdir(path.join(root, proposalFolder)).catch(() => []);
  return names.flatMap((name) => fileName.exec(name)?.[1] ?? []).sort();
}

async function readProposal(root: string, id: string): Promise<Proposal> {
  const file = `${proposalFolder}/${id}.json`;
  try {
    const text = await readTextIfExists(path.join(root, file));
    return proposalSchema.parse(JSON.parse(text ?? ''));
  } catch (cause) {
    throw new ToolError('execution_failed', `${file} cannot be read as a proposal.`, {
      hint: 'Remove it, and make a new one with ralph plan.',
      cause,
    });
  }
}
