import { plainStatement } from '../../base/safe-text.ts';
import { recalledIntro, recalledTitle } from '../../context/safety/format-for-prompt.ts';
import { bookIntro, bookTitle } from '../../context/skillbook/whole-book.ts';
import type { Discipline } from '../../project/store/disciplines.ts';
import { taskText } from '../../project/task-text.ts';
import { taskLineText, taskRefText } from '../../project/views.ts';
import { spoken } from './advice.ts';
import type { PromptFacts } from './facts.ts';
import { instructions, memory } from './instructions.ts';
import { body, bullets, type Section, type SectionBody } from './section.ts';
import type { SectionName } from './section-names.ts';
import { age, oneLine, plain, quoted } from './text.ts';

/** For text that its author, or the settings of the memory, have limited already. */
const itsOwnBudget = Number.POSITIVE_INFINITY;

/** Every section by its name: a total map, so that a recipe cannot name one that does not exist. */
export const sections: Readonly<Record<SectionName, Section>> = {
  instructions: {
    title: 'What to do',
    maxTokens: 2_000,
    render: (facts) => body(bullets(spoken(instructions[facts.recipe], facts))),
  },
  project_context: {
    title: 'Project',
    maxTokens: 800,
    render: ({ project, root }) =>
      body([oneLine(project.title), `Working folder: ${root}`, plain(project.description, 2_400)]),
  },
  metadata: {
    title: 'State of the project',
    maxTokens: 200,
    render: ({ progress, features, disciplines }) =>
      body([
        `Tasks: ${progress.total}, of them done: ${progress.done}. Features: ${features.length}. Disciplines: ${disciplines.length}.`,
      ]),
  },
  discipline_persona: {
    title: 'Who you are',
    maxTokens: 2_500,
    render: ({ discipline }) =>
      discipline && body([`${oneLine(discipline.display_name)}.`, ...characterOf(discipline)]),
  },
  discipline_details: {
    title: 'The discipline',
    maxTokens: 2_500,
    render: ({ discipline }) =>
      discipline &&
      body(
        [
          `${discipline.name}: ${oneLine(discipline.display_name)}`,
          ...characterOf(discipline),
          serverNames(discipline) && `Servers: ${serverNames(discipline)}`,
        ],
        { rest: ['get_discipline'] },
      ),
  },
  codebase_state: {
    title: 'The repository',
    maxTokens: 600,
    render: ({ codebase }) => body(bullets(codebase.map((name) => oneLine(name, 120)))),
  },
  discipline_listing: {
    title: 'Disciplines',
    maxTokens: 1_200,
    render: ({ disciplines }) =>
      body(bullets(disciplines.map((d) => `${d.name}: ${oneLine(d.display_name)}`)), {
        rest: ['list_disciplines'],
      }),
  },
  feature_listing: {
    title: 'Features',
    maxTokens: 1_500,
    render: ({ features }) =>
      body(
        bullets(
          features.map(
            (f) =>
              `${f.name}: ${oneLine(f.display_name)} (${f.done} of ${f.tasks} tasks done). ${oneLine(f.description, 200)}`,
          ),
        ),
        { rest: ['list_features'] },
      ),
  },
  feature_context: {
    title: 'The feature',
    maxTokens: 2_500,
    render: ({ feature }) =>
      feature &&
      body(
        [
          `${feature.name}: ${oneLine(feature.display_name)}`,
          plain(feature.description, 3_000),
          feature.architecture && `Architecture: ${plain(feature.architecture, 3_000)}`,
          feature.boundaries && `Boundaries: ${plain(feature.boundaries, 2_000)}`,
          feature.dependencies.length > 0 && `Builds on: ${feature.dependencies.join(', ')}`,
        ],
        { rest: ['get_feature'] },
      ),
  },
  feature_files: {
    title: 'Files of the feature',
    maxTokens: 600,
    render: ({ feature }) =>
      feature &&
      body(bullets(filesOf([...feature.context_files, ...feature.knowledge_paths])), {
        rest: ['get_feature'],
      }),
  },
  feature_state: {
    title: 'What this feature has taught',
    maxTokens: 2_000,
    render: ({ learnings, now }) =>
      body(
        learnings.map((l) =>
          quoted(
            `learning ${l.id}, ${l.source}, met ${l.hit_count}×, ${age(l.last_hit_at, now)}`,
            l.text,
            500,
          ),
        ),
        { rest: ['get_feature_learnings'] },
      ),
  },
  task_listing: {
    title: 'Tasks',
    maxTokens: 2_500,
    render: ({ tasks, taskCount }) =>
      body(bullets(tasks.map((task) => oneLine(taskLineText(task)))), {
        total: Math.max(taskCount, tasks.length),
        rest: ['list_tasks'],
      }),
  },
  state_files: {
    title: 'Notes of earlier sessions',
    maxTokens: 1_500,
    render: ({ stateFiles }) =>
      body(
        stateFiles.map(({ file, tail }) => quoted(`end of ${file}`, endOf(tail, 2_400), 2_500)),
        { rest: ['read_learnings', 'read_progress'] },
      ),
  },
  dependency_context: {
    title: 'What this builds on',
    maxTokens: 2_000,
    render: ({ dependencies }) =>
      body(
        dependencies.map((d) => {
          const left = [d.summary, d.handoff !== d.summary && d.handoff].filter(Boolean).join('\n');
          const line = oneLine(taskRefText(d));
          return left ? `${line}\n${quoted(`task #${d.id}`, left, 1_200)}` : line;
        }),
        { rest: ['get_dependency_details'] },
      ),
  },
  previous_attempts: {
    title: 'Earlier work on this task',
    maxTokens: 2_500,
    render: earlierWork,
  },
  task_details: {
    title: 'The task',
    maxTokens: 8_000,
    render: ({ task }) =>
      task && body([plain(taskText(shortened(task)), 40_000)], { rest: ['get_task'] }),
  },
  task_files: {
    title: 'Files to begin with',
    maxTokens: 600,
    render: ({ task }) =>
      task && body(bullets(filesOf(task.context_files)), { rest: ['get_task'] }),
  },
  hot_tools: {
    title: 'Tools of other servers',
    maxTokens: 1_500,
    render: ({ hotTools, enabledTools }) =>
      enabledTools.has('catalog_call') && hotTools.length > 0
        ? body(
            [
              `Call them with catalog_call, by these ids.${enabledTools.has('catalog_schema') ? ' Their parameters in full: catalog_schema.' : ''}`,
              ...bullets(
                hotTools.map(
                  ({ tool, params, description }) =>
                    `${oneLine(tool)}(${oneLine(params.join(', '), 120)}): ${oneLine(plainStatement(description), 140)}`,
                ),
              ),
            ],
            { rest: ['catalog_search'] },
          )
        : undefined,
  },
  recalled_context: {
    title: recalledTitle,
    maxTokens: itsOwnBudget,
    render: ({ context }) => {
      const items = context.filter(({ from }) => from === 'recalled');
      return items.length > 0
        ? { parts: ['', recalledIntro, ...items.map(({ text }) => `\n${text}`)] }
        : undefined;
    },
  },
  skillbook: {
    title: bookTitle,
    maxTokens: itsOwnBudget,
    render: ({ context }) => {
      const skills = context.filter(({ from }) => from === 'skillbook');
      return skills.length > 0
        ? { parts: ['', bookIntro, '', ...skills.map(({ text }) => text)] }
        : undefined;
    },
  },
  given_prompt: {
    title: '',
    maxTokens: itsOwnBudget,
    render: ({ prompt }) => body([prompt?.trimEnd()]),
  },
  offers: {
    title: 'What Ralph offers',
    maxTokens: 400,
    render: (facts) => body(bullets(spoken(memory, facts))),
  },
  run: {
    title: '',
    maxTokens: itsOwnBudget,
    render: ({ runSection }) => body([runSection?.trimEnd()]),
  },
  user_input: {
    title: 'What the person says',
    maxTokens: 16_000,
    render: ({ input }) => body([input && plain(input, 60_000)]),
  },
};

function characterOf({ system_prompt, conventions, skills }: Discipline) {
  return [
    plain(system_prompt, 4_000),
    conventions && `Conventions:\n${plain(conventions, 4_000)}`,
    skills.length > 0 && `Skills: ${oneLine(skills.join(', '), 600)}`,
  ];
}

function serverNames({ mcp_servers }: Discipline): string {
  return oneLine(Object.keys(mcp_servers).join(', '));
}

/** Answers first, because they were waited for; then what was said last. */
function earlierWork({ comments, answers, now }: PromptFacts): SectionBody | undefined {
  return body(
    [
      ...answers
        .toReversed()
        .map((q) =>
          quoted(
            `answer of ${q.answered_by ?? 'a person'} to question ${q.id}`,
            `${q.question}\n→ ${q.answer}`,
            1_500,
          ),
        ),
      ...comments
        .toReversed()
        .map((c) => quoted(`${c.kind} by ${c.author}, ${age(c.created_at, now)}`, c.body, 2_000)),
    ],
    { rest: ['get_task'] },
  );
}

/** What is long in a task may not push out what is short: its acceptance criteria come after its description. */
function shortened(task: NonNullable<PromptFacts['task']>): typeof task {
  const short = (text: string, limit: number) =>
    text.length > limit ? `${text.slice(0, limit)}…` : text;
  return {
    ...task,
    description: short(task.description, 8_000),
    pseudocode: short(task.pseudocode, 6_000),
    hints: short(task.hints, 3_000),
    summary: short(task.summary, 1_000),
    evidence: task.evidence.slice(0, 10).map((text) => short(text, 300)),
    // They have a section of their own.
    context_files: [],
  };
}

function filesOf(files: readonly string[]): string[] {
  return [...new Set(files)].map((file) => oneLine(file, 300));
}

/** The end of a text, in whole lines. */
function endOf(text: string, length: number): string {
  if (text.length <= length) return text;
  const tail = text.slice(-length);
  return tail.slice(tail.indexOf('\n') + 1);
}
