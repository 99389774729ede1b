import { randomBytes } from 'node:crypto';
import { UserError } from '../base/errors.ts';
import { newId } from '../base/ids.ts';
import type { Task } from '../project/model.ts';
import { type ProjectStore, projectStore } from '../project/store/project-store.ts';
import type { ProjectTables } from '../project/tables.ts';
import type { Database } from '../storage/open-database.ts';
import { registryFingerprint } from '../tool/fingerprint.ts';
import { mergedMcpConfig } from './mcp-config.ts';
import type { SessionPlan, SessionRequest } from './plan.ts';
import { buildPrompt } from './prompt/build-prompt.ts';
import { gatherFacts } from './prompt/gather-facts.ts';
import { filterTools } from './recipes/filter.ts';
import { removalsFor, resolveRecipe } from './recipes/resolve-recipe.ts';
import type { SessionServices } from './services.ts';
import { mcpConfigFile, writeSessionFiles } from './session-files.ts';
import { sessionStore } from './session-store.ts';
import type { SessionTables } from './tables.ts';

export interface PlannedSession {
  readonly plan: SessionPlan;
  /** Opens this session over HTTP; kept nowhere else. */
  readonly token: string;
  readonly files: {
    readonly session: string;
    readonly context: string;
    readonly mcp_config: string;
  };
}

/** Computes what one launch of an agent reads and can do, stores it, and writes the files the agent is given. */
export async function planSession(
  services: SessionServices,
  request: SessionRequest,
): Promise<PlannedSession> {
  const settings = await services.settings();
  const resolved = resolveRecipe(request.recipe, settings);
  const tools = (await services.registry()).list();
  const database = await services.database();
  const now = services.clock.now().toISOString();
  const id = newId('ses', services.clock);
  const server = await services.server(id);
  const stamp = { author: 'ralph', sessionId: id, tool: 'plan_session', now };

  const project: Database<ProjectTables> = database;
  const sessions: Database<SessionTables> = database;
  const { facts, filtered, mcpConfig } = await project.transaction(
    async (tx) => {
      const store = projectStore(tx, database.dialect, stamp);
      const subject = await subjectOf(store, request);
      const removals = removalsFor(resolved, subject.discipline, settings);
      const filter = filterTools(tools, resolved, removals);
      return {
        filtered: filter,
        mcpConfig: mergedMcpConfig(server, subject.discipline, settings),
        facts: await gatherFacts({
          store,
          recipe: resolved.base,
          root: services.root,
          now,
          enabledTools: new Set(filter.enabled),
          input: request.input,
          ...subject,
        }),
      };
    },
    { readOnly: true },
  );

  const prompt = await buildPrompt(facts);
  const enabled = new Set(filtered.enabled);
  const limits = Object.entries(resolved.recipe.fields ?? {}).filter(([tool]) => enabled.has(tool));
  const plan: SessionPlan = {
    session_id: id,
    recipe: resolved.name,
    base_recipe: resolved.base,
    discipline: facts.discipline?.name ?? null,
    feature: facts.feature?.name ?? null,
    task_id: facts.task?.id ?? null,
    enabled_tools: [...filtered.enabled],
    disabled_tools: Object.keys(filtered.disabledBy),
    disabled_by: filtered.disabledBy,
    field_limits: Object.fromEntries(limits.map(([tool, fields]) => [tool, [...fields]])),
    closing_tools: resolved.recipe.closing.filter((tool) => enabled.has(tool)),
    prompt: prompt.text,
    prompt_tokens: prompt.tokens,
    sections: prompt.sections,
    injected_context: [],
    hot_list: [],
    budgets: { ...settings.budgets },
    mcp_config_path: mcpConfigFile(services.root, id),
    registry_fingerprint: registryFingerprint(tools),
    created_at: now,
  };
  const token = randomBytes(32).toString('base64url');
  await sessions.transaction((tx) => sessionStore(tx).add(plan, token));
  const files = await writeSessionFiles(services.root, plan, mcpConfig);
  return { plan, token, files };
}

/** The task brings its feature and discipline with it; naming others beside it is a contradiction. */
async function subjectOf(store: ProjectStore, request: SessionRequest) {
  const task = request.taskId === undefined ? undefined : await store.tasks.get(request.taskId);
  refuseContradiction(task, 'feature', request.feature);
  refuseContradiction(task, 'discipline', request.discipline);
  const feature = request.feature ?? task?.feature;
  const disciplineName = request.discipline ?? task?.discipline;
  return {
    task,
    feature,
    discipline:
      disciplineName === undefined ? undefined : await store.disciplines.get(disciplineName),
  };
}

function refuseContradiction(
  task: Task | undefined,
  field: 'feature' | 'discipline',
  asked: string | undefined,
): void {
  if (!task || asked === undefined || task[field] === asked) return;
  throw new UserError(
    `Task #${task.id} belongs to the ${field} "${task[field]}", not "${asked}".`,
    {
      hint: `Leave out --${field}, or name another task.`,
      exitCode: 2,
    },
  );
}
