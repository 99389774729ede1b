import type { Context } from '../context.ts';
import { feedbackOf } from '../feedback.ts';
import { iterationHistory } from '../iterations.ts';
import { shownText } from '../safety/shown-text.ts';
import { itemStore } from '../store/items.ts';
import { type SkillItem, skillItems } from './skill-items.ts';

/** What a reflection needs to judge the skills and find new ones. Its answer is a batch of operations. */
export interface ReflectionInput {
  readonly format: 'ralph-reflection';
  readonly version: 1;
  readonly iterations: readonly ReflectedIteration[];
  readonly skills: readonly ReflectedSkill[];
}

interface ReflectedIteration {
  readonly iteration: number;
  readonly run_id: string | null;
  readonly task_id: number | null;
  readonly success: boolean;
  readonly summary: string;
  readonly error: string | null;
  /** How the error was got past, where that is known. */
  readonly fix: string | null;
  readonly tool_calls: readonly string[];
  readonly files: readonly string[];
  /** Skills that were in the prompt, by the ids of the book. */
  readonly skills_injected: readonly string[];
  readonly skills_cited: readonly string[];
}

interface ReflectedSkill {
  readonly id: string;
  readonly section: string;
  readonly content: string;
  readonly usefulness_score: number;
  readonly usefulness_estimate: number;
  readonly injected_count: number;
  readonly cited_count: number;
  readonly feedback: readonly { readonly helpful: boolean; readonly reason: string }[];
}

/** The latest iterations, oldest first, and every skill with what has become of it. */
export async function reflectionInput(context: Context, last: number): Promise<ReflectionInput> {
  const { database, root } = context;
  const skills = await skillItems(database.kysely, root);
  const history = (await iterationHistory(context, last)).reverse();
  const fixes = await fixesOf(context);
  const iterations: ReflectedIteration[] = [];
  for (const record of history) {
    const used = await skillsIn(context, record, skills);
    iterations.push({
      iteration: record.iteration,
      run_id: record.run_id,
      task_id: record.task_id,
      success: record.success,
      summary: shown(record.summary),
      error: record.error === null ? null : shown(record.error),
      fix: record.error === null ? null : (fixes.get(record.error) ?? null),
      tool_calls: record.tool_calls,
      files: record.artifacts,
      ...used,
    });
  }
  return {
    format: 'ralph-reflection',
    version: 1,
    iterations,
    skills: await judged(context, skills),
  };
}

async function judged(context: Context, skills: readonly SkillItem[]): Promise<ReflectedSkill[]> {
  const all: ReflectedSkill[] = [];
  for (const { item, facts } of skills) {
    const feedback = await feedbackOf(context, item.id);
    all.push({
      id: facts.skill_id,
      section: facts.section,
      content: shownText(item),
      usefulness_score: item.usefulness_score,
      usefulness_estimate: item.usefulness_estimate,
      injected_count: item.injected_count,
      cited_count: item.cited_count,
      feedback: feedback.map(({ helpful, reason }) => ({ helpful, reason })),
    });
  }
  return all;
}

async function skillsIn(
  { database }: Context,
  { run_id, iteration }: { readonly run_id: string | null; readonly iteration: number },
  skills: readonly SkillItem[],
): Promise<Pick<ReflectedIteration, 'skills_injected' | 'skills_cited'>> {
  const rows = await database.kysely
    .selectFrom('injections')
    .select(['item_id', 'cited'])
    .where('run_id', '=', run_id ?? '')
    .where('iteration', '=', iteration)
    .where('held_out', '=', 0)
    .execute();
  const ids = (wanted: typeof rows) =>
    skills
      .filter(({ item }) => wanted.some((row) => row.item_id === item.id))
      .map(({ facts }) => facts.skill_id);
  return { skills_injected: ids(rows), skills_cited: ids(rows.filter((row) => row.cited === 1)) };
}

const mostErrors = 500;

async function fixesOf({ database }: Context): Promise<Map<string, string>> {
  const store = itemStore(database.kysely);
  const errors = await store.ofType('error', mostErrors);
  const fixes = await store.findAll(errors.flatMap(({ fixed_by }) => fixed_by ?? []));
  const texts = new Map(fixes.map((fix) => [fix.id, shownText(fix)]));
  return new Map(
    errors.flatMap(({ content, fixed_by }) => {
      const text = fixed_by === null ? undefined : texts.get(fixed_by);
      return text === undefined ? [] : [[content, text] as const];
    }),
  );
}

function shown(content: string): string {
  return shownText({ content, summary: null, state: 'active' });
}
