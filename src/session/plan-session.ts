import { randomBytes } from 'node:crypto';
import { ToolError, UserError } from '../base/errors.ts';
import { newId } from '../base/ids.ts';
import { countTokens } from '../base/tokens.ts';
import type { Task } from '../project/model.ts';
import { type ProjectStore, projectStore } from '../project/store/project-store.ts';
import type { ProjectTables } from '../project/tables.ts';
import type { Database } from '../storage/open-database.ts';
import { registryFingerprint } from '../tool/fingerprint.ts';
import type { SessionIdentity } from '../tool/tool.ts';
import { type McpConfig, mergedMcpConfig } from './mcp-config.ts';
import type { SessionPlan, SessionRequest, SessionRun } from './plan.ts';
import { buildPrompt } from './prompt/build-prompt.ts';
import type { PromptFacts } from './prompt/facts.ts';
import { bareFacts, folderFacts, gatherFacts } from './prompt/gather-facts.ts';
import { recipeSections } from './prompt/section-names.ts';
import { resolveRecipe } from './recipes/resolve-recipe.ts';
import { sessionTools } from './recipes/session-tools.ts';
import type { SessionServices } from './services.ts';
import { mcpConfigFile, type SessionFiles, writeSessionFiles } from './session-files.ts';
import { sessionStore } from './session-store.ts';
import type { SessionTables } from './tables.ts';

export interface PlannedSession {
  readonly plan: SessionPlan;
  /** Opens this session over HTTP; kept nowhere else. */
  readonly token: string;
  readonly files: SessionFiles;
  /** What stands in the file of that name; servers of a discipline may carry secrets. */
  readonly mcpConfig: McpConfig;
}

/** Computes what one launch of an agent reads and can do, stores it, and writes the files the agent is given. */
export async function planSession(
  services: SessionServices,
  request: SessionRequest,
): Promise<PlannedSession> {
  const { plan, discipline, settings } = await makePlan(services, request, true);
  const server = await services.server(plan.session_id, request.run?.id);
  const mcpConfig = mergedMcpConfig(server, discipline, settings);
  const token = randomBytes(32).toString('base64url');
  const database: Database<SessionTables> = await services.database();
  await database.transaction((tx) => sessionStore(tx).add(plan, token));
  const files = await writeSessionFiles(services.root, plan, mcpConfig);
  return { plan, token, files, mcpConfig };
}

/** The plan alone, without keeping it. Where there is no database, none is made. */
export async function draftPlan(services: SessionServices, request: SessionRequest) {
  return makePlan(services, request, await services.hasDatabase());
}

async function makePlan(services: SessionServices, request: SessionRequest, hasDatabase: boolean) {
  const { root, clock } = services;
  const settings = await services.settings();
  const resolved = resolveRecipe(request.recipe, settings);
  const tools = (await services.registry()).list();
  const folder = await folderFacts(root);
  const now = clock.now().toISOString();
  const id = newId('ses', clock);
  const given = {
    ...folder,
    recipe: resolved.base,
    root,
    now,
    input: request.input,
    prompt: request.prompt,
    runSection: request.run?.section,
  };

  async function fromDatabase() {
    const database = await services.database();
    const project: Database<ProjectTables> = database;
    const stamp = { author: 'ralph', sessionId: id, tool: 'session plan', now };
    return project.transaction(
      async (tx) => {
        const store = projectStore(tx, database.dialect, stamp);
        const subject = await subjectOf(store, request);
        const emptyProject = await isEmpty(store);
        const { discipline } = subject;
        const chosen = sessionTools(tools, resolved, discipline, settings, { emptyProject });
        const enabledTools = new Set(chosen.enabled);
        return { chosen, facts: await gatherFacts({ ...given, ...subject, store, enabledTools }) };
      },
      { readOnly: true },
    );
  }
  function fromNothing() {
    refuseUnknownSubject(request);
    const chosen = sessionTools(tools, resolved, undefined, settings, { emptyProject: true });
    const enabledTools = new Set(chosen.enabled);
    const subject = { task: undefined, feature: undefined, discipline: undefined };
    return { chosen, facts: bareFacts({ ...given, ...subject, enabledTools }) };
  }
  const { chosen, facts: gathered } = hasDatabase ? await fromDatabase() : fromNothing();

  const identity: SessionIdentity = {
    id,
    recipe: resolved.name,
    base_recipe: resolved.base,
    discipline: gathered.discipline?.name ?? null,
    feature: gathered.feature?.name ?? null,
    task_id: gathered.task?.id ?? null,
  };
  const work = request.about ?? workOf(gathered);
  const sections = recipeSections[resolved.base];
  const recalled =
    settings.hasMemory && sections.includes('recalled_context')
      ? await services.recall({
          work,
          lastError: request.run?.lastError,
          question: request.run?.question,
          run: request.run?.id,
          told: request.run?.told?.map((item) => item.id),
          said: readAnyway(request, sections.includes('state_files') ? folder.stateFiles : []),
        })
      : undefined;
  const facts: PromptFacts = {
    ...gathered,
    context: recalled?.injected ?? [],
    hotTools:
      hasDatabase && gathered.enabledTools.has('catalog_call')
        ? await services.hotList({ session: identity, work })
        : [],
  };
  const prompt = await buildPrompt(facts);
  const plan: SessionPlan = {
    session_id: id,
    recipe: identity.recipe,
    base_recipe: identity.base_recipe,
    discipline: identity.discipline,
    feature: identity.feature,
    task_id: identity.task_id,
    enabled_tools: [...chosen.enabled],
    disabled_tools: Object.keys(chosen.disabledBy),
    disabled_by: chosen.disabledBy,
    field_limits: chosen.fieldLimits,
    closing_tools: resolved.recipe.closing.filter((tool) => facts.enabledTools.has(tool)),
    prompt: prompt.text,
    prompt_tokens: prompt.tokens,
    sections: prompt.sections,
    injected_context: [...facts.context],
    held_out_context: [...(recalled?.held_out ?? [])],
    told_context: recalled ? await weighed(request.run?.told ?? []) : [],
    recall: recalled?.recall ?? null,
    hot_list: facts.hotTools.map(({ tool }) => tool),
    budgets: { ...settings.budgets },
    mcp_config_path: mcpConfigFile(root, id),
    registry_fingerprint: registryFingerprint(tools),
    created_at: now,
  };
  return { plan, discipline: facts.discipline, settings };
}

async function weighed(
  told: NonNullable<SessionRun['told']>,
): Promise<SessionPlan['told_context']> {
  const items: SessionPlan['told_context'] = [];
  for (const item of told) items.push({ ...item, tokens: await countTokens(item.text) });
  return items;
}

/** What the agent reads without the memory. */
function readAnyway(
  { prompt, input, run }: SessionRequest,
  notes: PromptFacts['stateFiles'],
): string[] {
  const texts = [prompt, input, run?.section, run?.reads, ...notes.map(({ tail }) => tail)];
  return texts.filter((text) => text !== undefined);
}

/** What the session is about, in the words that tools are looked for with. */
function workOf({ task, feature, input, prompt }: PromptFacts): string {
  if (task) return `${task.title}. ${task.description}`;
  return prompt ?? input ?? feature?.description ?? '';
}

/** The task brings its feature and discipline with it; naming others beside it is a contradiction. */
async function subjectOf(store: ProjectStore, request: SessionRequest) {
  const task = request.taskId === undefined ? undefined : await store.tasks.get(request.taskId);
  refuseContradiction(task, 'feature', request.feature);
  refuseContradiction(task, 'discipline', request.discipline);
  const discipline = request.discipline ?? task?.discipline;
  return {
    task,
    feature: request.feature ?? task?.feature,
    discipline: discipline === undefined ? undefined : await store.disciplines.get(discipline),
  };
}

async function isEmpty({ features, disciplines }: ProjectStore): Promise<boolean> {
  return (await features.list('', 1)).length === 0 && (await disciplines.list('', 1)).length === 0;
}

function refuseUnknownSubject({ taskId, feature, discipline }: SessionRequest): void {
  const named = taskId === undefined ? (feature ?? discipline) : `task #${taskId}`;
  if (named === undefined) return;
  throw new ToolError('not_found', `There is no ${named}: nothing is here yet.`, {
    hint: 'Leave it out, or create it first.',
  });
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
