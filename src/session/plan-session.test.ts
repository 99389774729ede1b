import { existsSync, readdirSync, readFileSync, statSync, symlinkSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { storeListing } from '../catalog/index/sync-server.ts';
import type { CatalogTables } from '../catalog/index/tables.ts';
import { rawServer } from '../catalog/testing/raw-servers.ts';
import type { Database } from '../storage/open-database.ts';
import { findSession, findSessionByToken, latestSessions } from './find-session.ts';
import { recipeNames } from './recipes/recipes.ts';
import { seededTask, sessionProject } from './testing/session-project.ts';

const read = (file: string) => JSON.parse(readFileSync(file, 'utf8'));

describe('planSession', () => {
  it('stores the plan and writes its files, one set per session', async () => {
    const project = sessionProject();
    await project.seed();
    const { plan, token, files } = await project.plan({
      recipe: 'task_execution',
      taskId: seededTask,
    });
    expect(plan).toMatchObject({
      recipe: 'task_execution',
      base_recipe: 'task_execution',
      discipline: 'backend',
      feature: 'auth',
      task_id: seededTask,
      closing_tools: [
        'complete_task',
        'set_task_status',
        'report_blocker',
        'ask_human',
        'signal_abort',
      ],
      field_limits: {},
      created_at: '2026-02-10T14:30:00.000Z',
    });
    expect(plan.enabled_tools).toHaveLength(22);
    expect(Object.keys(plan.disabled_by)).toEqual(plan.disabled_tools);
    expect(plan.disabled_by.create_task).toBe('recipe task_execution does not include it');
    expect(await findSession(project.app.sessions, plan.session_id)).toEqual(plan);
    expect(await findSessionByToken(project.app.sessions, token)).toEqual(plan);

    const { prompt: _, ...listed } = plan;
    expect(read(files.session)).toEqual(listed);
    expect(read(files.context)).toEqual(listed);
    expect(files.mcp_config).toBe(plan.mcp_config_path);
    expect(statSync(files.mcp_config).mode & 0o777).toBe(0o600);
    expect(Object.keys(read(files.mcp_config).mcpServers)).toEqual(['ralph']);
    expect(read(files.mcp_config).mcpServers.ralph.args.slice(-2)).toEqual([
      '--session',
      plan.session_id,
    ]);
    expect(readFileSync(files.session, 'utf8')).not.toContain(token);

    const second = await project.plan({ recipe: 'yap' });
    expect(read(files.session)).toEqual(listed);
    expect(read(second.files.context).session_id).toBe(second.plan.session_id);
    expect(await findSession(project.app.sessions, plan.session_id)).toEqual(plan);
    expect((await latestSessions(project.app.sessions, 5)).map((s) => s.session_id).sort()).toEqual(
      [plan.session_id, second.plan.session_id].sort(),
    );
  });

  it.each(recipeNames)(
    '%s can be planned in an empty project, with nothing named',
    async (recipe) => {
      const { plan } = await sessionProject().plan({ recipe });
      expect(plan).toMatchObject({ recipe, discipline: null, feature: null, task_id: null });
      expect(plan.prompt).toContain('## What to do\n');
    },
  );

  it('limits fields where the recipe does', async () => {
    const { plan } = await sessionProject().plan({ recipe: 'opus_review' });
    expect(plan.field_limits).toEqual({ update_task: ['id', 'priority', 'description'] });
  });

  it('obeys the discipline, the configuration and the user’s own recipe, and says which', async () => {
    const project = sessionProject(`
recipes:
  docs_only: { base: task_execution, remove: [add_feature_context_file] }
catalog:
  servers: { files: { command: files-mcp } }
tools:
  remove: [append_learning]
  remove_in: { yap: [create_task], docs_only: [read_learnings], task_execution: [read_progress] }
disciplines:
  backend: { remove: [signal_abort], remove_in: { opus_review: [create_feature] } }
  other: { remove: [get_task] }
`);
    await project.seed();
    await project.store(({ disciplines }) =>
      disciplines.change('backend', {
        mcp_tool_overrides: {
          additional_disabled: ['comment.*'],
          remove_in: { task_execution: ['ask_human'], yap: ['get_task'] },
        },
      }),
    );
    const { plan } = await project.plan({ recipe: 'docs_only', taskId: seededTask });
    const removed = Object.entries(plan.disabled_by).filter(([, by]) => by.startsWith('removed'));
    expect(plan).toMatchObject({ recipe: 'docs_only', base_recipe: 'task_execution' });
    expect(Object.fromEntries(removed)).toEqual({
      add_feature_context_file: 'removed by ralph.yaml recipes.docs_only.remove',
      add_task_comment: 'removed by discipline backend',
      append_learning: 'removed by ralph.yaml tools',
      ask_human: 'removed by discipline backend in task_execution',
      read_learnings: 'removed by ralph.yaml tools in docs_only',
      read_progress: 'removed by ralph.yaml tools in task_execution',
      signal_abort: 'removed by ralph.yaml disciplines.backend',
    });
    expect(plan.disabled_by.create_task).toBe('recipe docs_only does not include it');
  });

  it('leaves the catalog out while no servers are configured', async () => {
    const project = sessionProject();
    await project.seed();
    const { plan } = await project.plan({ recipe: 'task_execution', taskId: seededTask });
    expect(plan.hot_list).toEqual([]);
    expect(plan.disabled_by.catalog_call).toBe(
      'removed by ralph.yaml, which names no catalog servers',
    );
  });

  it('puts the tools that the task needs into the hot list, as far as the recipe may use them', async () => {
    const project = sessionProject(`
catalog:
  servers: { forms: { command: forms-mcp }, files: { command: files-mcp } }
  pins: [files/read]
  access: { recipes: { task_execution: { deny: [files/delete] } } }
learning: { mcp_context: { embeddings: { provider: none } } }
`);
    await project.seed();
    const database: Database<CatalogTables> = await project.app.database();
    await database.transaction(async (tx) => {
      for (const [server, names] of [
        ['forms', ['make_login_form_with_password', 'list_forms']],
        ['files', ['read', 'delete']],
      ] as const) {
        const tools = names.map((name) => ({ name, description: `${name}.`.replaceAll('_', ' ') }));
        const listing = { tools, rejected: [], serverInfo: {}, protocolVersion: '2025-11-25' };
        const spec = rawServer(server);
        await storeListing(tx, spec, listing, { categories: {} }, '2026-02-10T12:00:00.000Z');
      }
    });
    const { plan } = await project.plan({ recipe: 'task_execution', taskId: seededTask });
    expect(plan.hot_list).toEqual([
      'files/read',
      'forms/make_login_form_with_password',
      'forms/list_forms',
    ]);
    expect(plan.prompt).toContain('- forms/make_login_form_with_password()');
    expect(plan.prompt).not.toContain('files/delete');
  });

  it.each([
    [
      'recipes: { mine: { base: yap, remove: [creat_task] } }',
      'ralph.yaml recipes.mine.remove removes "creat_task"',
    ],
    ['tools: { remove_in: { yap: [creat_task] } }', 'ralph.yaml tools in yap removes "creat_task"'],
    [
      'disciplines: { other: { remove: ["coment.*"] } }',
      'ralph.yaml disciplines.other removes "coment.*"',
    ],
  ])('refuses an unknown name whichever session it is for: %s', async (config, message) => {
    const project = sessionProject(`${config}\n`);
    await expect(project.plan({ recipe: 'task_execution' })).rejects.toThrow(message);
  });

  it.each([
    [{ recipe: 'task_exec' }, 'There is no recipe "task_exec".'],
    [{ recipe: 'constructor' }, 'There is no recipe "constructor".'],
    [{ recipe: 'yap', taskId: 99 }, 'no task #99'],
    [{ recipe: 'yap', feature: 'autn' }, 'There is no feature "autn". Did you mean "auth"?'],
    [
      { recipe: 'yap', discipline: 'bakend' },
      'There is no discipline "bakend". Did you mean "backend"?',
    ],
    [
      { recipe: 'task_execution', taskId: seededTask, feature: 'billing' },
      'Task #2 belongs to the feature "auth", not "billing".',
    ],
    [
      { recipe: 'task_execution', taskId: seededTask, discipline: 'frontend' },
      'Task #2 belongs to the discipline "backend", not "frontend".',
    ],
  ])('refuses %j, and leaves no session behind', async (request, message) => {
    const project = sessionProject();
    await project.seed();
    await expect(project.plan(request)).rejects.toThrow(message);
    expect(await latestSessions(project.app.sessions, 5)).toEqual([]);
    expect(existsSync(path.join(project.root, '.ralph/mcp/sessions'))).toBe(false);
  });

  it('does not follow a link out of the repository', async () => {
    const project = sessionProject();
    const outside = sessionProject().root;
    await mkdir(path.join(project.root, '.ralph'), { recursive: true });
    symlinkSync(outside, path.join(project.root, '.ralph/mcp'));
    await expect(project.plan({ recipe: 'yap' })).rejects.toThrow('.ralph/mcp');
    expect(readdirSync(outside)).toEqual([]);
  });

  it('looking for sessions makes no database', async () => {
    const { app, root } = sessionProject();
    expect(await latestSessions(app.sessions, 5)).toEqual([]);
    expect(await findSessionByToken(app.sessions, 'x'.repeat(43))).toBeUndefined();
    await expect(findSession(app.sessions, 'ses_1')).rejects.toMatchObject({
      message: `There is no session "ses_1" in ${root}.`,
      hint: 'Make one with: ralph session plan --recipe task_execution',
    });
    expect(readdirSync(root)).toEqual([]);
  });
});
