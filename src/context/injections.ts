import type { Context } from './context.ts';
import { creditOf, shrunkenRate, shrunkenUsefulness } from './rules/usefulness.ts';
import { factsOf } from './skillbook/skill-items.ts';
import { type Handle, itemStore } from './store/items.ts';

/** One iteration as the log of injections names it. */
export interface InjectionPlace {
  readonly runId: string;
  readonly iteration: number;
  readonly sessionId?: string | null;
}

/** Which items went into a prompt, and which fitted it and were left out to learn what they are worth. */
export async function recordInjection(
  context: Context,
  place: InjectionPlace & {
    readonly injected: readonly string[];
    readonly heldOut: readonly string[];
  },
): Promise<void> {
  const at = context.clock.now().toISOString();
  const row = (heldOut: 0 | 1) => (item_id: string) => ({
    run_id: place.runId,
    iteration: place.iteration,
    session_id: place.sessionId ?? null,
    item_id,
    held_out: heldOut,
    cited: 0,
    verdict: null,
    at,
  });
  const rows = [...new Set(place.injected)]
    .map(row(0))
    .concat([...new Set(place.heldOut)].filter((id) => !place.injected.includes(id)).map(row(1)));
  if (rows.length === 0) return;
  await context.database.transaction(async (tx) => {
    for (const values of rows) {
      const logged = await tx
        .insertInto('injections')
        .values(values)
        .onConflict((conflict) => conflict.columns(['run_id', 'iteration', 'item_id']).doNothing())
        .executeTakeFirst();
      if (values.held_out === 1 || logged.numInsertedOrUpdatedRows === 0n) continue;
      await tx
        .updateTable('items')
        .set((eb) => ({ access_count: eb('access_count', '+', 1), last_accessed: at }))
        .where('id', '=', values.item_id)
        .execute();
    }
  });
}

/** How the iteration ended and which items its agent cited. Each injection is judged once. */
export async function recordVerdict(
  context: Context,
  verdict: InjectionPlace & { readonly succeeded: boolean; readonly cited: readonly string[] },
): Promise<number> {
  const cited = new Set(verdict.cited);
  return context.database.transaction(async (tx) => {
    const rows = await tx
      .selectFrom('injections')
      .selectAll()
      .where('run_id', '=', verdict.runId)
      .where('iteration', '=', verdict.iteration)
      .where('verdict', 'is', null)
      .execute();
    const baseline = await successWithout(tx);
    const store = itemStore(tx);
    for (const { id, item_id, held_out } of rows) {
      const item = await store.find(item_id);
      const skillId = item && factsOf(item)?.skill_id;
      const isCited = cited.has(item_id) || (skillId !== undefined && cited.has(skillId));
      await tx
        .updateTable('injections')
        .set({ verdict: verdict.succeeded ? 1 : 0, cited: isCited ? 1 : 0 })
        .where('id', '=', id)
        .execute();
      if (!item || held_out === 1) continue;
      const earned = creditOf({ succeeded: verdict.succeeded, cited: isCited, baseline });
      const counts = {
        injected_count: item.injected_count + 1,
        cited_count: item.cited_count + (isCited ? 1 : 0),
        credit: item.credit + earned,
      };
      const usefulness_estimate = shrunkenUsefulness({ ...item, ...counts });
      await store.update(item.key, { ...counts, usefulness_estimate });
    }
    return rows.length;
  });
}

export interface LoggedInjection {
  readonly iteration: number;
  readonly item_id: string;
  readonly cited: boolean;
  /** Whether somebody marked the item as useful since. */
  readonly marked_useful: boolean;
}

/** What was in the prompts of a run; items that were held out are not among them. */
export async function injectionsOf(
  { database }: Context,
  runId: string,
): Promise<LoggedInjection[]> {
  const rows = await database.kysely
    .selectFrom('injections')
    .select(['iteration', 'item_id', 'cited'])
    .select((eb) =>
      eb
        .exists(
          eb
            .selectFrom('feedback')
            .select('feedback.item_id')
            .whereRef('feedback.item_id', '=', 'injections.item_id')
            .where('feedback.helpful', '=', 1)
            .whereRef('feedback.at', '>=', 'injections.at'),
        )
        .as('marked_useful'),
    )
    .where('run_id', '=', runId)
    .where('held_out', '=', 0)
    .orderBy('iteration')
    .orderBy('id')
    .execute();
  return rows.map(({ cited, marked_useful, ...row }) => ({
    ...row,
    cited: cited === 1,
    marked_useful: Boolean(marked_useful),
  }));
}

/** In so many prompts an item may stand before it is asked what came of it. */
const enoughPrompts = 2;

export interface FruitlessItems {
  /** Shown again and again while the same failure stayed, whether or not somebody tried what they say. */
  readonly inVain: ReadonlySet<string>;
  /** Passed over again and again by an agent that cites others; one that cites nothing says nothing by it. */
  readonly uncited: ReadonlySet<string>;
}

/** What has not helped in a run since an iteration met the failure that it has now; nobody marked it as useful. */
export async function fruitlessItems(
  context: Context,
  runId: string,
  failingSince: number,
): Promise<FruitlessItems> {
  const injections = await injectionsOf(context, runId);
  const doesCite = injections.some(({ cited }) => cited);
  const shown = new Map<string, number>();
  const taken = new Set<string>();
  for (const { item_id, iteration, cited, marked_useful } of injections) {
    if (iteration > failingSince) shown.set(item_id, (shown.get(item_id) ?? 0) + 1);
    if (marked_useful) shown.set(item_id, Number.NEGATIVE_INFINITY);
    if (cited) taken.add(item_id);
  }
  const often = [...shown].filter(([, times]) => times >= enoughPrompts).map(([id]) => id);
  return {
    inVain: new Set(often),
    uncited: new Set(doesCite ? often.filter((id) => !taken.has(id)) : []),
  };
}

interface Outcomes {
  readonly judged: number;
  readonly succeeded: number;
}

async function outcomes(db: Handle, heldOut: 0 | 1): Promise<Outcomes> {
  const row = await db
    .selectFrom('injections')
    .select((eb) => [
      eb.fn.countAll<number>().as('judged'),
      eb.fn.sum<number | null>('verdict').as('succeeded'),
    ])
    .where('held_out', '=', heldOut)
    .where('verdict', 'is not', null)
    .executeTakeFirstOrThrow();
  return { judged: row.judged, succeeded: row.succeeded ?? 0 };
}

/** The share of iterations that succeed although a fitting item was left out. */
async function successWithout(db: Handle): Promise<number> {
  const { judged, succeeded } = await outcomes(db, 1);
  return shrunkenRate(succeeded, judged);
}

export interface CreditReport {
  readonly injected: number;
  readonly injected_success_rate: number | null;
  readonly held_out: number;
  readonly held_out_success_rate: number | null;
  /** How much more often iterations succeed with the items they recalled, shrunken; null before both were seen. */
  readonly lift: number | null;
}

export async function creditReport(context: Context): Promise<CreditReport> {
  const { kysely } = context.database;
  const injected = await outcomes(kysely, 0);
  const heldOut = await outcomes(kysely, 1);
  const rate = ({ judged, succeeded }: Outcomes) => (judged === 0 ? null : succeeded / judged);
  const bothSeen = injected.judged > 0 && heldOut.judged > 0;
  return {
    injected: injected.judged,
    injected_success_rate: rate(injected),
    held_out: heldOut.judged,
    held_out_success_rate: rate(heldOut),
    lift: bothSeen
      ? shrunkenRate(injected.succeeded, injected.judged) -
        shrunkenRate(heldOut.succeeded, heldOut.judged)
      : null,
  };
}
