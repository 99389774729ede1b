import type { Proposal } from '../../loop/planning/proposal.ts';
import { listProposals } from '../../loop/planning/proposal-files.ts';
import { countText, momentText } from '../../loop/runs/report/amounts.ts';
import type { Invocation } from '../command.ts';
import { table } from '../project/tables.ts';
import { showStyled } from '../project/tool-answer.ts';
import { styleFor } from '../terminal/style.ts';
import { recordOf } from './decide.ts';
import { renderProposal } from './render-proposal.ts';
import { howToAccept } from './told.ts';

const briefShown = 60;

export async function showProposals(invocation: Invocation): Promise<number> {
  const proposals = await listProposals(invocation.root);
  const rows = proposals.map((proposal) => [
    proposal.id,
    proposal.status,
    momentText(proposal.created_at),
    proposal.target === 'prd'
      ? countText(proposal.tasks.length, 'story', 'stories')
      : countText(proposal.tasks.length, 'task'),
    (proposal.brief.split('\n')[0] ?? '').slice(0, briefShown),
  ]);
  const records = proposals.map(
    ({ id, status, target, created_at, agent, brief, features, disciplines, tasks }) => ({
      id,
      status,
      target,
      created_at,
      agent,
      brief,
      features: features.length,
      disciplines: disciplines.length,
      tasks: tasks.length,
    }),
  );
  showStyled(invocation, { proposals: records }, () =>
    rows.length === 0
      ? 'No proposals are kept. Make one: ralph plan "what you want"'
      : table(['ID', 'STATUS', 'MADE', 'HOLDS', 'BRIEF'], rows, invocation),
  );
  return 0;
}

export function showProposal(
  invocation: Invocation,
  proposal: Proposal,
  target: Proposal['target'],
): number {
  const { output, json } = invocation;
  if (json) output.json(recordOf(proposal, target));
  else {
    output.line(renderProposal(proposal, target, styleFor(invocation)));
    if (proposal.status !== 'accepted')
      output.line(`\nTo accept it: ${howToAccept(proposal, target)}`);
  }
  return 0;
}
