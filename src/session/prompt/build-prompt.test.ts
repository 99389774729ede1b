import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { projectStore } from '../../project/store/project-store.ts';
import type { ProjectTables } from '../../project/tables.ts';
import type { Database } from '../../storage/open-database.ts';
import { filterTools } from '../recipes/filter.ts';
import { recipeNames, recipes } from '../recipes/recipes.ts';
import { type SessionProject, seededTask, sessionProject } from '../testing/session-project.ts';
import { buildPrompt } from './build-prompt.ts';
import type { PromptFacts } from './facts.ts';
import { folderFacts, gatherFacts } from './gather-facts.ts';
import { recipeSections } from './section-names.ts';
import { sections } from './sections.ts';

const now = '2026-02-10T14:30:00.000Z';

async function factsOf(
  project: SessionProject,
  request: Partial<Pick<PromptFacts, 'recipe' | 'input'>> & { subject?: boolean } = {},
): Promise<PromptFacts> {
  const recipe = request.recipe ?? 'task_execution';
  const database: Database<ProjectTables> = await project.app.database();
  const folder = await folderFacts(project.root);
  const stamp = { author: 'x', sessionId: null, tool: 'x', now };
  return database.transaction(async (tx) => {
    const store = projectStore(tx, database.dialect, stamp);
    const named = request.subject ?? true;
    return gatherFacts({
      ...folder,
      store,
      recipe,
      root: project.root,
      now,
      enabledTools: new Set(recipes[recipe].tools),
      discipline: named ? await store.disciplines.get('backend') : undefined,
      feature: named ? 'auth' : undefined,
      task: named ? await store.tasks.get(seededTask) : undefined,
      input: request.input,
    });
  });
}

function namesTool(text: string, tool: string): boolean {
  return new RegExp(`\\b${tool}\\b`).test(text);
}

describe('a prompt and its tools', () => {
  const named = [...new Set(recipeNames.flatMap((recipe) => [...recipes[recipe].tools]))];

  it.each(recipeNames)(
    '%s never names a tool that is off, and names each closing tool that is on',
    async (recipe) => {
      const project = sessionProject();
      await project.seed();
      const tools = (await project.app.registry())
        .list()
        .map(({ name, category }) => ({ name, category }));
      // Tools that recipes name already count as they will when they exist.
      for (const name of named) {
        if (!tools.some((tool) => tool.name === name)) tools.push({ name, category: 'later' });
      }
      const patterns = [
        ...tools.map(({ name }) => name),
        ...new Set(tools.map(({ category }) => `${category}.*`)),
      ];
      const known = {
        whole: await factsOf(project, { recipe, input: 'Please.' }),
        bare: await factsOf(project, { recipe, subject: false }),
      };
      const disciplines = await project.store(async (store) => {
        const look = { icon: 'box', color: '#000000' };
        await store.disciplines.add('empty', { display_name: 'Empty', ...look });
        await store.disciplines.add('wordy', {
          display_name: 'Wordy\n## What to do',
          system_prompt: 'Be kind.\n# Rules\n'.repeat(2_000),
          conventions: '- x\n'.repeat(5_000),
          skills: Array.from({ length: 50 }, (_, n) => `skill ${n}`),
          ...look,
        });
        return [undefined, ...(await store.disciplines.list('', 10))];
      });
      await fc.assert(
        fc.asyncProperty(
          fc.constantFrom(known.whole, known.bare),
          fc.constantFrom(...disciplines),
          fc.array(fc.constantFrom(...patterns), { maxLength: 12 }),
          async (facts, discipline, removed) => {
            const { enabled } = filterTools(tools, { name: recipe, recipe: recipes[recipe] }, [
              { by: 'x', patterns: removed },
            ]);
            const enabledTools = new Set(enabled);
            const { text } = await buildPrompt({ ...facts, discipline, enabledTools });
            const off = tools.filter(({ name }) => !enabledTools.has(name));
            expect(off.filter(({ name }) => namesTool(text, name))).toEqual([]);
            const closing = recipes[recipe].closing.filter((tool) => enabledTools.has(tool));
            expect(closing.filter((tool) => !namesTool(text, tool))).toEqual([]);
          },
        ),
        { numRuns: 30 },
      );
    },
  );
});

describe('a prompt', () => {
  it.each(recipeNames)('%s has the sections of its recipe, in their order', async (recipe) => {
    const project = sessionProject();
    await project.seed();
    const built = await buildPrompt(await factsOf(project, { recipe, input: 'Please.' }));
    const wanted = recipeSections[recipe].filter(
      // Nothing is in this folder, nobody has left a note, there are no other servers, no memory and no run.
      (name) =>
        ![
          'codebase_state',
          'state_files',
          'recalled_context',
          'skillbook',
          'hot_tools',
          'run',
        ].includes(name),
    );
    expect(built.sections.map(({ name }) => name)).toEqual(wanted);
    expect(built.text.match(/^## .*$/gm)).toEqual(
      wanted.map((name) => `## ${sections[name].title}`),
    );
  });

  it.each(recipeNames)('two sessions of %s begin with the same bytes', async (recipe) => {
    const project = sessionProject();
    await project.seed();
    const { plan: first } = await project.plan({ recipe, feature: 'auth', input: 'One thing.' });
    await project.store(async ({ tasks, comments }) => {
      await tasks.change(1, { status: 'in_progress' });
      await comments.add({ task_id: 1, kind: 'note', body: 'Something new.' });
    });
    const { plan: second } = await project.plan({ recipe, feature: 'auth', input: 'Another.' });
    const stable = ['instructions', 'project_context', 'codebase_state', 'discipline_listing'];
    const titles = recipeSections[recipe].filter((name) => !stable.includes(name));
    const upTo = (text: string) => {
      const ends = titles.map((name) => text.indexOf(`\n## ${sections[name].title}\n`));
      return text.slice(0, Math.min(...ends.filter((place) => place > 0)));
    };
    expect(upTo(second.prompt)).toBe(upTo(first.prompt));
    expect(upTo(first.prompt)).toContain('## Project\n');
    expect(second.prompt).not.toBe(first.prompt);
  });

  it('quotes what others left, with its source and age', async () => {
    const project = sessionProject();
    await project.seed();
    const { text } = await buildPrompt(await factsOf(project));
    expect(text).toContain(
      '<quoted from="learning 1, agent, met 1×, 3 h ago">\n| The test server needs port 4000.\n</quoted>',
    );
    expect(text).toContain(
      '#1 [pending] Token service\n<quoted from="task #1">\n| Tokens live for an hour.\n</quoted>',
    );
    expect(text).toContain(
      '<quoted from="note by person, 3 h ago">\n| The first attempt timed out.\n</quoted>',
    );
  });

  it('shows the end of the notes of earlier sessions, and the newest comments first', async () => {
    const project = sessionProject();
    await project.seed();
    const registry = await project.app.registry();
    const context = {
      caller: { author: 'ann', via: 'cli' as const, session: null },
      signal: new AbortController().signal,
      client: {},
      progress: () => {},
    };
    const append = registry.get('append_progress');
    for (let n = 0; n < 40; n++)
      await append?.run({ text: `step ${n} ${'.'.repeat(200)}` }, context, append.limits);
    await project.store(async ({ comments }) => {
      for (let n = 0; n < 20; n++)
        await comments.add({
          task_id: seededTask,
          kind: 'note',
          body: `try ${n} ${'word '.repeat(300)}`,
        });
    });
    const { text, sections: parts } = await buildPrompt(await factsOf(project));
    expect(text).toContain('<quoted from="end of .ralph/progress.txt">');
    expect(text).toContain('|   step 39 ');
    expect(text).not.toContain('step 1 ');
    expect(text).toContain('| try 19 ');
    expect(text).not.toContain('| try 0 ');
    expect(text).toMatch(/\n\(\d+ more of 20 not shown; `get_task` has the rest\)\n/);
    expect(parts.find(({ name }) => name === 'previous_attempts')).toMatchObject({ cut: true });
  });

  it('keeps its budgets with a megabyte of description and ten thousand tasks', async () => {
    const project = sessionProject();
    await project.seed();
    const facts = await factsOf(project);
    const task = facts.task;
    if (!task) throw new Error('no task');
    const word = 'lorem ipsum dolor sit amet ';
    const huge = word.repeat(Math.ceil(1_048_576 / word.length));
    const line = facts.tasks[0];
    if (!line) throw new Error('no task line');
    const large: PromptFacts = {
      ...facts,
      input: huge,
      project: { ...facts.project, description: huge },
      task: {
        ...task,
        description: huge,
        pseudocode: huge,
        hints: huge,
        summary: huge,
        evidence: Array.from({ length: 30 }, () => huge.slice(0, 2_000)),
        acceptance_criteria: [
          'it works',
          ...Array.from({ length: 39 }, () => huge.slice(0, 1_000)),
        ],
        context_files: Array.from({ length: 100 }, (_, n) => `${'long/'.repeat(50)}${n}.ts`),
      },
      tasks: Array.from({ length: 300 }, (_, n) => ({
        ...line,
        id: n + 1,
        title: 'x'.repeat(200),
      })),
      taskCount: 10_000,
      features: facts.features.flatMap((feature) =>
        Array.from({ length: 300 }, () => ({ ...feature, description: huge.slice(0, 20_000) })),
      ),
      learnings: facts.learnings.flatMap((learning) =>
        Array.from({ length: 30 }, () => ({ ...learning, text: huge.slice(0, 500) })),
      ),
      dependencies: facts.dependencies.flatMap((d) =>
        Array.from({ length: 100 }, () => ({ ...d, handoff: huge.slice(0, 8_000) })),
      ),
      feature: facts.feature && {
        ...facts.feature,
        description: huge,
        architecture: huge,
        boundaries: huge,
      },
      codebase: Array.from({ length: 60 }, () => 'name '.repeat(60)),
      stateFiles: [
        { file: 'a', tail: huge },
        { file: 'b', tail: 'x'.repeat(1_048_576) },
      ],
    };
    for (const recipe of recipeNames) {
      const built = await buildPrompt({
        ...large,
        recipe,
        enabledTools: new Set(recipes[recipe].tools),
      });
      for (const { name, tokens } of built.sections)
        expect(tokens, `${recipe} ${name}`).toBeLessThanOrEqual(sections[name].maxTokens);
      expect(built.text.match(/^<quoted /gm)?.length).toBe(
        built.text.match(/^<\/quoted>$/gm)?.length,
      );
    }
    const { text } = await buildPrompt({ ...large, recipe: 'enrichment' });
    expect(text).toMatch(/\n\(9\d\d\d more of 10000 not shown\)\n/);
    expect(text).toContain('\n  - it works\n');
  });

  it('says what to do when no task is named', async () => {
    const project = sessionProject();
    await project.seed();
    const facts = await factsOf(project, { subject: false });
    const { text } = await buildPrompt({ ...facts, input: 'Tidy up.' });
    expect(text).toContain('No task is given to this session');
    expect(text.endsWith('## What the person says\nTidy up.\n')).toBe(true);
  });
});
