import type { App } from '../../app/create-app.ts';
import { agentNames } from '../../loop/config.ts';
import { loopFiles } from '../../loop/loop-files.ts';
import type { CommandSpec, Invocation } from '../command.ts';
import { onlyForPeople } from '../only-for-people.ts';
import { withApp } from '../open-app.ts';
import { textOption } from '../read-values.ts';
import { UsageError } from '../usage-error.ts';

const answers = ['accept', 'show', 'list'] as const;

export const command: CommandSpec = {
  description:
    'The agent reads the repository and writes features and tasks down in a copy of the project. You see them and say yes or no; No is the default, and until you say yes nothing has changed. Without a terminal it only shows them and keeps them, so that --accept can take them later without asking the agent again.',
  arguments: [
    { name: 'brief', description: 'What you want, in your own words; - reads standard input' },
  ],
  options: [
    { name: 'file', value: 'FILE', description: 'Read the brief from a file' },
    { name: 'prd', description: `Make a PRD (${loopFiles.prd}) instead of tasks` },
    { name: 'prd-file', value: 'FILE', description: 'Where the PRD goes, inside the root' },
    { name: 'yes', short: 'y', description: 'Accept without asking' },
    { name: 'draft', description: 'Leave the accepted tasks as drafts' },
    { name: 'force', description: 'Replace a PRD that has stories; the old one is kept beside it' },
    {
      name: 'accept',
      value: 'ID',
      valueOptional: true,
      description: 'Accept a kept proposal; the newest unless named',
    },
    {
      name: 'show',
      value: 'ID',
      valueOptional: true,
      description: 'Show a kept proposal and change nothing',
    },
    { name: 'list', description: 'List the proposals that are kept' },
    { name: 'dry-run', description: 'Show prompt, tools and budgets; start nothing' },
    { name: 'agent', value: 'NAME', choices: agentNames, description: 'Agent to launch' },
    { name: 'agent-cmd', value: 'COMMAND', description: 'Command of an agent of your own' },
    { name: 'model', value: 'ID', description: 'Model of the agent' },
    {
      name: 'model-reasoning-effort',
      value: 'LEVEL',
      description: 'Reasoning effort of the model',
    },
    { name: 'max-cost', value: 'DOLLARS', description: 'Most US dollars' },
    { name: 'max-tokens', value: 'N', description: 'Most tokens' },
    { name: 'max-minutes', value: 'MINUTES', description: 'Longest time' },
  ],
  examples: [
    {
      command: 'ralph plan "People can reset their password by mail"',
      does: 'Tasks for it, to say yes or no to.',
    },
    {
      command: 'ralph plan --file notes.md --prd',
      does: `The same from a file, as ${loopFiles.prd}.`,
    },
    { command: 'ralph plan --accept', does: 'Takes the newest proposal that was kept.' },
    {
      command: 'ralph plan - --yes --json',
      does: 'For a program: the brief on standard input, the tasks as JSON.',
    },
  ],
  async run(invocation) {
    onlyForPeople(invocation);
    const asked = answers.filter((name) => invocation.options[name] !== undefined);
    if (asked.length > 1) {
      throw new UsageError(`--${asked.join(' and --')} cannot be used together.`, {
        hint: 'Leave one of them out.',
      });
    }
    const [kept] = asked;
    if (kept !== undefined) refuseBrief(invocation, kept);
    return withApp(invocation, (app) =>
      kept === undefined ? plan(invocation, app) : answer(invocation, app, kept),
    );
  },
};

async function plan(invocation: Invocation, app: App): Promise<number> {
  const { output, options } = invocation;
  const { planTerms } = await import('../plan/plan-terms.ts');
  const terms = await planTerms(invocation, app);
  for (const warning of terms.warnings) output.error(`Note: ${warning}`);
  if (options['dry-run'] === true) {
    const { showPlanningDry } = await import('../plan/dry-run.ts');
    return showPlanningDry(invocation, app, terms);
  }
  const { isEmpty } = await import('../../loop/planning/proposal.ts');
  const { askAgent } = await import('../plan/ask-agent.ts');
  const proposal = await askAgent(invocation, app, terms);
  if (isEmpty(proposal) || (terms.target === 'prd' && proposal.tasks.length === 0)) {
    const { emptyPlan } = await import('../plan/told.ts');
    throw emptyPlan(proposal);
  }
  const { decide } = await import('../plan/decide.ts');
  return decide(invocation, app, proposal, terms);
}

async function answer(
  invocation: Invocation,
  app: App,
  what: (typeof answers)[number],
): Promise<number> {
  const { root, options } = invocation;
  if (what === 'list') {
    const { showProposals } = await import('../plan/show-proposals.ts');
    return showProposals(invocation);
  }
  const { findProposal } = await import('../../loop/planning/proposal-files.ts');
  const { decide, refuseDecided } = await import('../plan/decide.ts');
  const proposal = await findProposal(root, textOption(invocation, what));
  const target = options.prd === true ? 'prd' : proposal.target;
  if (what === 'show') {
    const { showProposal } = await import('../plan/show-proposals.ts');
    return showProposal(invocation, proposal, target);
  }
  refuseDecided(proposal);
  const { planPrdFile } = await import('../plan/plan-terms.ts');
  return decide(invocation, app, proposal, { target, prdFile: await planPrdFile(invocation, app) });
}

function refuseBrief({ args, options }: Invocation, kept: string): void {
  if (args.brief === undefined && options.file === undefined) return;
  throw new UsageError(`--${kept} is about proposals that were made already, and takes no brief.`, {
    hint: `Leave out the brief, or --${kept}.`,
  });
}
