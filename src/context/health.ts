import { z } from 'zod';
import { errorMessage } from '../base/errors.ts';
import type { ContextServices } from './services.ts';

const checkSchema = z.strictObject({
  name: z.string(),
  ok: z.boolean(),
  detail: z.string(),
  fix: z.string().nullable(),
});

export const healthSchema = z.strictObject({
  status: z.enum(['ok', 'degraded', 'unavailable', 'off']),
  /** The step of the ladder that a search would stand on now. */
  level: z.enum(['vectors', 'text', 'cached', 'nothing']),
  checks: z.array(checkSchema),
});
export type Health = z.output<typeof healthSchema>;
type Check = z.output<typeof checkSchema>;

/** Looks at everything the memory rests on, and says what to do about what is broken. Throws nothing. */
export async function checkHealth(services: ContextServices): Promise<Health> {
  const settings = await services.settings();
  if (!settings.enabled) {
    const detail = 'turned off by learning.enabled or learning.mcp_context.enabled';
    return { status: 'off', level: 'nothing', checks: [check('memory', true, detail)] };
  }
  const database = await checkDatabase(services);
  if (!database.ok) {
    const level = (await hasRecent(services)) ? 'cached' : 'nothing';
    return { status: 'unavailable', level, checks: [database] };
  }
  const index = await checkIndex(services);
  const model = await checkModel(services);
  const level = model.ok && settings.embeddings.provider !== 'none' ? 'vectors' : 'text';
  const book = await checkSkillbook(services);
  const checks = [database, index, model, ...(book ? [book] : [])];
  return { status: checks.every(({ ok }) => ok) ? 'ok' : 'degraded', level, checks };
}

async function checkDatabase(services: ContextServices): Promise<Check> {
  try {
    const { database } = await services.context();
    const [problem] = await database.integrityCheck();
    const name = database.file;
    if (problem === undefined) return check('database', true, name);
    return check(
      'database',
      false,
      `${name}: ${problem}`,
      'Run `ralph context reindex`, then `ralph doctor`.',
    );
  } catch (thrown) {
    const hint = thrown instanceof Error && 'hint' in thrown ? String(thrown.hint) : null;
    return check('database', false, errorMessage(thrown), hint);
  }
}

async function checkIndex(services: ContextServices): Promise<Check> {
  const { index } = await services.context();
  const [problem] = await index.check();
  if (problem !== undefined) return check('index', false, problem, 'Run `ralph context reindex`.');
  const { documents, vectors } = await index.stats();
  return check('index', true, `${documents} items, ${vectors} vectors`);
}

/** One word is embedded: a model that has not been needed yet would otherwise look well. */
async function checkModel(services: ContextServices): Promise<Check> {
  const { embedder } = await services.context();
  if (embedder.health().state === 'off') return check('embeddings', true, 'turned off');
  try {
    await embedder.embed('health', { kind: 'query' });
    return check('embeddings', true, embedder.health().model);
  } catch (thrown) {
    return check(
      'embeddings',
      false,
      errorMessage(thrown),
      'Searching goes on by words alone. Run `ralph doctor` to see what the model needs.',
    );
  }
}

/** Without a book there is nothing to check. */
async function checkSkillbook({ skills }: ContextServices): Promise<Check | undefined> {
  try {
    const book = await skills.describe();
    if (!book) return undefined;
    const detail = `${book.file}: ${book.skills} skills, format of ACE ${book.version}`;
    return check('skillbook', true, detail);
  } catch (thrown) {
    const hint = thrown instanceof Error && 'hint' in thrown ? String(thrown.hint) : null;
    return check('skillbook', false, errorMessage(thrown), hint);
  }
}

async function hasRecent(services: ContextServices): Promise<boolean> {
  try {
    return (await (await services.recent()).size()) > 0;
  } catch {
    return false;
  }
}

function check(name: string, ok: boolean, detail: string, fix: string | null = null): Check {
  return { name, ok, detail, fix };
}
