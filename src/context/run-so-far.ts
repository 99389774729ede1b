import { type FruitlessItems, fruitlessItems } from './injections.ts';
import type { ContextServices } from './services.ts';
import type { RecallRequest } from './session-context.ts';
import { itemStore } from './store/items.ts';

/** What a run has shown of the failure that it asks about, and of what it was told. */
export interface RunSoFar extends FruitlessItems {
  /** The iteration that met the failure first; 0 when nobody knows. */
  readonly failingSince: number;
}

/** A server keeps this to itself, and a memory that cannot be opened is asked nothing further. */
export async function runSoFar(
  services: ContextServices,
  { run, told = [] }: RecallRequest,
): Promise<RunSoFar> {
  const nothing = { failingSince: 0, inVain: new Set<string>(), uncited: new Set<string>() };
  if (run === undefined || services.server) return nothing;
  try {
    const context = await services.context();
    const errors = await itemStore(context.database.kysely).findAll(told);
    const met = errors
      .filter(({ source_run }) => source_run === run)
      .map(({ source_iteration }) => source_iteration ?? 0);
    const failingSince = Math.max(0, ...met);
    const fruitless = await fruitlessItems(context, run, failingSince);
    // Of a failure that nobody can date it is not known what was shown while it lasted.
    const isDated = met.length > 0;
    return { failingSince, ...fruitless, ...(!isDated && { inVain: nothing.inVain }) };
  } catch {
    return nothing;
  }
}
