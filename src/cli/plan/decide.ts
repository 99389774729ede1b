import type { App } from '../../app/create-app.ts';
import { systemClock } from '../../base/clock.ts';
import { ToolError } from '../../base/errors.ts';
import { acceptPrd, inspectPrd, type PrdPlace, prdOf } from '../../loop/planning/accept-prd.ts';
import { acceptTasks } from '../../loop/planning/accept-tasks.ts';
import type { Proposal } from '../../loop/planning/proposal.ts';
import { saveProposal } from '../../loop/planning/proposal-files.ts';
import type { Invocation } from '../command.ts';
import { confirm, isAttended } from '../terminal/confirm.ts';
import { styleFor } from '../terminal/style.ts';
import { userName } from '../tools/call-tool.ts';
import { countsText, renderProposal } from './render-proposal.ts';
import { acceptanceText, howToAccept } from './told.ts';

export interface Decision {
  readonly target: Proposal['target'];
  readonly prdFile: string;
}

/**
 * Shows a proposal and asks whether it shall become part of the project; nobody there, or no clear yes, changes
 * nothing. With `--yes` it is taken as it is.
 */
export async function decide(
  invocation: Invocation,
  app: App,
  proposal: Proposal,
  { target, prdFile }: Decision,
): Promise<number> {
  const { options, json, output, root } = invocation;
  const place = target === 'prd' ? await inspectPrd(root, prdFile) : undefined;
  if (!json) output.line(renderProposal(proposal, target, styleFor(invocation)));
  const asked = options.yes !== true && isAttended(invocation);
  if (!asked && options.yes !== true) {
    if (json) output.json(recordOf(proposal, target));
    else output.line(`\nNothing was changed. To accept it: ${howToAccept(proposal, target)}`);
    return 0;
  }
  if (
    asked &&
    !(await confirm(`\n${questionFor(proposal, target, place)}`, invocation, { otherwise: false }))
  ) {
    await saveProposal(root, { ...proposal, status: 'declined' });
    output.line(`Nothing was changed. It is kept: ${howToAccept(proposal, target)}`);
    return 130;
  }
  // Whoever was shown that a file is replaced and said yes has said so.
  const replace = options.force === true || (asked && place?.holds !== undefined);
  const done = place
    ? { prd: await acceptPrd(place, prdOf(proposal), { replace }) }
    : { accepted: await accept(invocation, app, proposal) };
  const accepted = { ...proposal, status: 'accepted' } as const;
  await saveProposal(root, accepted);
  if (json) output.json({ ...recordOf(accepted, target), ...done });
  else output.line(acceptanceText(done));
  return 0;
}

async function accept({ env, options }: Invocation, app: App, proposal: Proposal) {
  return acceptTasks(await app.database(), proposal, {
    author: userName(env),
    now: systemClock.now().toISOString(),
    status: options.draft === true ? 'draft' : 'pending',
  });
}

export function refuseDecided({ id, status }: Proposal): void {
  if (status !== 'accepted') return;
  throw new ToolError('conflict', `The proposal ${id} was accepted already.`, {
    hint: 'ralph task list shows the tasks of the project.',
  });
}

function questionFor(
  proposal: Proposal,
  target: Proposal['target'],
  place: PrdPlace | undefined,
): string {
  if (!place) return `Add ${countsText(proposal, target).replace(/\.$/, '')} to the project?`;
  return place.holds === undefined
    ? `Write it to ${place.file}?`
    : `${place.file} holds ${place.holds}. Replace it? The old file is kept beside it.`;
}

export function recordOf(proposal: Proposal, target: Proposal['target']) {
  const { format: _, version: __, ...record } = proposal;
  return {
    ...record,
    target,
    ...(target === 'prd' && { prd_document: prdOf(proposal) }),
    ...(proposal.status !== 'accepted' && { accept_with: howToAccept(proposal, target) }),
  };
}
