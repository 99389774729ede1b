import { ToolError } from '../../../base/errors.ts';
import type { ConfigOutcome, LoopServices, LoopSettings } from '../../services.ts';
import type { Run } from '../run.ts';
import type { RunOptions } from '../run-options.ts';
import { readProject } from '../run-questions.ts';
import { admitRun } from '../store/admit-run.ts';
import { explicitSettings } from './explicit-settings.ts';
import { type RunTerms, resolveRunOptions } from './resolve-run-options.ts';
import type { RunRequest } from './run-request.ts';

export interface RunWish {
  readonly root: string;
  readonly kind: RunOptions['kind'];
  readonly request: RunRequest;
  /** How whoever wishes calls the fields of the request. */
  readonly nameOf: (field: string) => string;
  /** Someone is there to be asked before each iteration. */
  readonly attended: boolean;
  /** Only to be looked at: what is not installed is told, and no reason to refuse. */
  readonly dryRun?: boolean;
}

/** What a run would go by here and now, and the settings it was read from. */
export async function runTerms(
  services: LoopServices,
  wish: RunWish,
): Promise<RunTerms & { readonly settings: LoopSettings }> {
  const settings = await settingsFor(services, wish);
  const { env } = services;
  const { root } = wish;
  const terms = await resolveRunOptions({ ...wish, env, settings });
  if (terms.options.mode === 'tasks') await refuseEmptyQueue(services, root, terms.options);
  return { ...terms, settings };
}

/** The configuration with the request's own wishes in it, or what is wrong with either. */
export async function settingsFor(
  services: Pick<LoopServices, 'loadConfig'>,
  { root, request, nameOf }: Pick<RunWish, 'root' | 'request' | 'nameOf'>,
): Promise<LoopSettings> {
  const explicit = explicitSettings(request, nameOf);
  return settingsOf(await services.loadConfig(root, explicit), Object.keys(explicit));
}

/** No task at all, or none of a name that was mistyped, would pass for work that is done. */
async function refuseEmptyQueue(
  services: LoopServices,
  root: string,
  { feature, discipline }: RunOptions,
): Promise<void> {
  const known = (await services.hasDatabase(root)) && (await services.database(root));
  const counts = known
    ? await readProject(known, async (store) => {
        if (feature !== undefined) await store.features.get(feature);
        if (discipline !== undefined) await store.disciplines.get(discipline);
        return store.tasks.counts({ feature, discipline });
      })
    : {};
  if (Object.values(counts).some((count) => count > 0)) return;
  throw new ToolError('not_found', 'There are no tasks to work on.', {
    hint: 'Have some written with "ralph plan", add one with "ralph task add", or import some with "ralph task import".',
  });
}

/** The row of a new run, which some process has yet to take up. */
export async function queueRun(
  services: LoopServices,
  root: string,
  options: RunOptions,
  startedBy: Run['started_by'],
): Promise<Run> {
  const { clock } = services;
  return admitRun(await services.database(root), { options, startedBy, clock });
}

function settingsOf(outcome: ConfigOutcome, given: readonly string[]): LoopSettings {
  if (outcome.ok) return outcome.config;
  const { problems } = outcome;
  // A wrong argument is its giver's mistake; a wrong file is not.
  const ours = problems.every(({ where }) => given.some((name) => where === `flag ${name}`));
  const lines = problems.map(({ where, path, message, hint }) => {
    const place = ours ? where.replace(/^flag /, '') : `${where}${path && ` ${path}`}`;
    return problems.length > 1 ? `${place}: ${message}\n  ${hint}` : `${place}: ${message}`;
  });
  const [first, ...others] = problems;
  throw new ToolError(ours ? 'invalid_argument' : 'execution_failed', lines.join('\n'), {
    hint: others.length > 0 || !first ? 'Mend what is named above, then start again.' : first.hint,
    details: problems.map(({ path, message }) => ({ field: path, message })),
  });
}
