import { addAbortSignal } from 'node:stream';
import type { App } from '../../app/create-app.ts';
import { defined } from '../../base/defined.ts';
import type { PlanningRequest } from '../../loop/planning/make-proposal.ts';
import { chooseAgents, refuseUnmeasurable } from '../../loop/runs/start/choose-agents.ts';
import { settingsFor } from '../../loop/runs/start/start-run.ts';
import type { Invocation } from '../command.ts';
import { readSource } from '../read-source.ts';
import { textOption } from '../read-values.ts';
import { flagName, readRequest } from '../run/run-flags.ts';
import { UsageError } from '../usage-error.ts';

/** What planning goes by, decided before anything starts. */
export type PlanTerms = Pick<
  PlanningRequest,
  'brief' | 'target' | 'agents' | 'budgets' | 'keepDays'
> & { readonly prdFile: string; readonly warnings: readonly string[] };

export async function planTerms(invocation: Invocation, app: App): Promise<PlanTerms> {
  const { options, root, env } = invocation;
  const brief = await readBrief(invocation);
  const request = readRequest(invocation);
  const settings = await settingsFor(await app.loop(), { root, request, nameOf: flagName });
  const dryRun = options['dry-run'] === true;
  const { agents, warnings } = await chooseAgents({ root, env, settings, request, dryRun });
  const budgets = defined(settings.budgets);
  refuseUnmeasurable(budgets, agents);
  return {
    brief,
    target: options.prd === true ? 'prd' : 'tasks',
    agents,
    budgets,
    keepDays: settings.logs.keep_days,
    prdFile: settings.run.prd_file,
    warnings,
  };
}

/** Where a PRD goes: as the flag says, else the configuration. */
export async function planPrdFile(invocation: Invocation, app: App): Promise<string> {
  const wish = { root: invocation.root, request: readRequest(invocation), nameOf: flagName };
  return (await settingsFor(await app.loop(), wish)).run.prd_file;
}

async function readBrief(invocation: Invocation): Promise<string> {
  const { args, cwd } = invocation;
  const words = typeof args.brief === 'string' ? args.brief : undefined;
  const file = textOption(invocation, 'file');
  if (words !== undefined && file !== undefined) {
    throw new UsageError('The brief is given twice, as words and as a file.', {
      hint: 'Leave one of them out.',
    });
  }
  const given = words === '-' || file === '-' ? '-' : file === undefined ? words : `@${file}`;
  if (given === undefined) {
    throw new UsageError('There is no brief.', {
      hint: 'Say what you want: ralph plan "People can reset their password", or ralph plan --file notes.md',
    });
  }
  // Words may begin with @, which would name a file.
  const text =
    given === words && given !== '-'
      ? given
      : (
          await readSource('file', given, {
            cwd,
            stdin: () => addAbortSignal(invocation.signal, process.stdin),
          })
        ).text;
  if (text.trim() !== '') return text.trim();
  throw new UsageError('The brief is empty.', { hint: 'Say in a sentence what you want.' });
}
