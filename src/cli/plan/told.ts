import { ToolError } from '../../base/errors.ts';
import { visibleText } from '../../base/safe-text.ts';
import type { Accepted } from '../../loop/planning/accept-tasks.ts';
import type { Proposal } from '../../loop/planning/proposal.ts';
import { countText } from '../../loop/runs/report/amounts.ts';

export function howToAccept({ id, target: made }: Proposal, target: Proposal['target']): string {
  return `ralph plan --accept ${id}${target === 'prd' && made !== 'prd' ? ' --prd' : ''} --yes`;
}

/** What is now true, and what to type next. */
export function acceptanceText(
  done:
    | { readonly prd: { readonly file: string; readonly backup?: string } }
    | { readonly accepted: Accepted },
): string {
  if ('prd' in done) {
    const { file, backup } = done.prd;
    return [
      `Wrote ${file}${backup === undefined ? '' : ` (the old one is now ${backup})`}.`,
      'Next: ralph run',
    ].join('\n');
  }
  const { features, disciplines, tasks, notes } = done.accepted;
  const added = [
    ...(features.length > 0 ? [countText(features.length, 'feature')] : []),
    ...(disciplines.length > 0 ? [countText(disciplines.length, 'discipline')] : []),
    `${countText(tasks.length, 'task')}${tasks.length > 0 ? ` (${tasks.map((id) => `#${id}`).join(', ')})` : ''}`,
  ];
  return [`Added ${added.join(', ')}.`, ...notes, 'Next: ralph run --tasks'].join('\n');
}

/** An agent that ended well and made nothing: its own words say most about why. */
export function emptyPlan({ agent, summary, warnings }: Proposal): ToolError {
  const said = summary === '' ? '' : ` Its last words: ${visibleText(summary)}`;
  const told = warnings.map((warning) => ` ${warning}`).join('');
  return new ToolError('execution_failed', `${agent} wrote nothing down.${said}${told}`, {
    hint:
      agent === 'custom'
        ? 'A command of your own has to call the tools of the MCP server in RALPH_MCP_CONFIG, or to answer with a list between <plan> and </plan>; docs/planning.md shows both.'
        : 'Say more in the brief, or try another agent with --agent.',
  });
}
