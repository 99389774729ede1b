import { nameField } from '../fields.ts';
import type { Task } from '../model.ts';
import { normalisedName } from '../rules/similarity.ts';
import type { PlanOptions } from './apply-plan.ts';
import type { PlannedTask } from './planned-task.ts';
import type { TransferProblem } from './problem.ts';

/** A feature as a file introduces it. */
export interface NamesWanted {
  readonly name: string;
  readonly display_name: string;
  readonly description: string;
}

type Kind = 'feature' | 'discipline';

/** Makes sure that every feature and discipline that tasks name is there, making it where that was asked for. */
export async function provideNames(
  options: PlanOptions,
  existing: ReadonlyMap<PlannedTask, Task | undefined>,
): Promise<{ features: string[]; disciplines: string[]; problems: TransferProblem[] }> {
  const problems: TransferProblem[] = [];
  const wanted = { feature: new Map<string, number>(), discipline: new Map<string, number>() };
  for (const { name } of options.features) wanted.feature.set(name, 0);
  for (const [planned, task] of existing) {
    for (const kind of ['feature', 'discipline'] as const) {
      const name = planned[kind] ?? (task ? null : options[kind]);
      if (name === undefined) {
        problems.push({ place: planned.place, message: `has no ${kind}; give --${kind}` });
      } else if (name !== null) wanted[kind].set(name, (wanted[kind].get(name) ?? 0) + 1);
    }
  }
  const made = { feature: [] as string[], discipline: [] as string[] };
  for (const kind of ['feature', 'discipline'] as const) {
    for (const [name, uses] of wanted[kind]) {
      const problem = await missing(options, kind, name, uses);
      if (problem === 'there') continue;
      if (problem) problems.push(problem);
      else made[kind].push(name);
    }
  }
  if (problems.length === 0) await create(options, made);
  return { features: made.feature, disciplines: made.discipline, problems };
}

/** Why a name cannot be used; undefined when it can be made. */
async function missing(
  { store, create: mayCreate }: PlanOptions,
  kind: Kind,
  name: string,
  uses: number,
): Promise<TransferProblem | 'there' | undefined> {
  const stored = kind === 'feature' ? store.features : store.disciplines;
  if (await stored.find(name)) return 'there';
  const place = `${kind} "${name}"`;
  const valid = nameField.safeParse(name);
  if (!valid.success) return { place, message: valid.error.issues[0]?.message ?? 'is no name' };
  const names =
    kind === 'feature'
      ? (await store.features.similar(name, name)).map((feature) => feature.name)
      : await store.disciplines.names();
  const twin = names.find((other) => normalisedName(other) === normalisedName(name));
  if (twin !== undefined) return { place, message: `is called "${twin}" here` };
  if (mayCreate) return undefined;
  const by = uses === 1 ? '1 task' : `${uses} tasks`;
  return { place, message: `does not exist (named by ${by}); create it, or import with --create` };
}

async function create(
  { store, features }: PlanOptions,
  made: Readonly<Record<Kind, readonly string[]>>,
): Promise<void> {
  for (const name of made.feature) {
    const { display_name = titleOf(name), description = '' } =
      features.find((feature) => feature.name === name) ?? {};
    await store.features.add(name, { display_name, description });
  }
  for (const name of made.discipline) {
    await store.disciplines.add(name, { display_name: titleOf(name), ...plainLook });
  }
}

/** For a discipline nobody has designed yet. */
export const plainLook = { icon: 'wrench', color: '#64748b' };

/** `sign-in_form` → `Sign in form`. */
export function titleOf(name: string): string {
  const words = name.replace(/[-_]+/g, ' ').trim() || name;
  return words.charAt(0).toUpperCase() + words.slice(1);
}
