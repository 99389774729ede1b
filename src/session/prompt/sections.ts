import { taskText } from '../../project/task-text.ts';
import { taskLineText, taskRefText } from '../../project/views.ts';
import { instructions } from './instructions.ts';
import { age, bullets, quoted, type Section, type SectionName, spoken } from './section.ts';

/** Every section by its name: a total map, so that a recipe cannot name one that does not exist. */
export const sections: Readonly<Record<SectionName, Section>> = {
  instructions: {
    title: 'What to do',
    maxTokens: 1_500,
    render: ({ recipe, enabledTools }) => bullets(spoken(instructions[recipe], enabledTools)),
  },
  project_context: {
    title: 'Project',
    maxTokens: 800,
    render: ({ project, root }) =>
      [project.title, project.description, `Working folder: ${root}`].filter(Boolean).join('\n'),
  },
  metadata: {
    title: 'State of the project',
    maxTokens: 400,
    render: ({ progress, features, disciplines }) =>
      `${progress.total} tasks, ${progress.done} done; ${features.length} features; ${disciplines.length} disciplines.`,
  },
  discipline_persona: {
    title: 'Who you are',
    maxTokens: 1_500,
    render: ({ discipline }) =>
      discipline &&
      [
        `${discipline.display_name}.`,
        discipline.system_prompt,
        discipline.conventions && `Conventions:\n${discipline.conventions}`,
        discipline.skills.length > 0 && `Skills: ${discipline.skills.join(', ')}`,
      ]
        .filter(Boolean)
        .join('\n'),
  },
  codebase_state: {
    title: 'The repository',
    maxTokens: 600,
    render: ({ codebase }) => bullets(codebase),
  },
  discipline_listing: {
    title: 'Disciplines',
    maxTokens: 1_200,
    render: ({ disciplines }) => bullets(disciplines.map((d) => `${d.name}: ${d.display_name}`)),
  },
  feature_listing: {
    title: 'Features',
    maxTokens: 1_500,
    render: ({ features }) =>
      bullets(
        features.map(
          (f) =>
            `${f.name}: ${f.display_name} (${f.done} of ${f.tasks} tasks done). ${f.description}`,
        ),
      ),
  },
  feature_context: {
    title: 'The feature',
    maxTokens: 2_000,
    render: ({ feature }) =>
      feature &&
      [
        `${feature.name}: ${feature.display_name}`,
        feature.description,
        feature.architecture && `Architecture: ${feature.architecture}`,
        feature.boundaries && `Boundaries: ${feature.boundaries}`,
        feature.dependencies.length > 0 && `Builds on: ${feature.dependencies.join(', ')}`,
      ]
        .filter(Boolean)
        .join('\n'),
  },
  feature_files: {
    title: 'Files of the feature',
    maxTokens: 600,
    render: ({ feature }) =>
      feature && bullets([...new Set([...feature.context_files, ...feature.knowledge_paths])]),
  },
  feature_state: {
    title: 'What this feature has taught',
    maxTokens: 1_500,
    render: ({ learnings, now }) =>
      learnings.length > 0
        ? learnings
            .map((l) =>
              quoted(
                `learning ${l.id}, ${l.source}, met ${l.hit_count}×, ${age(l.last_hit_at, now)}`,
                l.text,
              ),
            )
            .join('\n')
        : undefined,
  },
  task_listing: {
    title: 'Tasks',
    maxTokens: 2_500,
    render: ({ tasks }) => bullets(tasks.map(taskLineText)),
  },
  state_files: {
    title: 'Notes of earlier sessions',
    maxTokens: 1_500,
    render: ({ stateFiles }) =>
      stateFiles.length > 0
        ? stateFiles.map(({ file, tail }) => quoted(`end of ${file}`, tail)).join('\n')
        : undefined,
  },
  dependency_context: {
    title: 'What this builds on',
    maxTokens: 1_500,
    render: ({ dependencies }) =>
      dependencies.length > 0
        ? dependencies
            .map((d) => {
              const left = [d.summary, d.handoff !== d.summary && d.handoff]
                .filter(Boolean)
                .join('\n');
              return `${taskRefText(d)}${left ? `\n${quoted(`task #${d.id}`, left)}` : ''}`;
            })
            .join('\n')
        : undefined,
  },
  previous_attempts: {
    title: 'Earlier work on this task',
    maxTokens: 2_000,
    render: ({ comments, answers, now }) => {
      const parts = [
        ...answers.map((q) =>
          quoted(
            `answer of ${q.answered_by ?? 'a person'} to question ${q.id}`,
            `${q.question}\n→ ${q.answer}`,
          ),
        ),
        ...comments.map((c) =>
          quoted(`${c.kind} by ${c.author}, ${age(c.created_at, now)}`, c.body),
        ),
      ];
      return parts.length > 0 ? parts.join('\n') : undefined;
    },
  },
  task_details: {
    title: 'The task',
    maxTokens: 4_000,
    render: ({ task }) => task && taskText(task),
  },
  task_files: {
    title: 'Files to begin with',
    maxTokens: 600,
    render: ({ task }) => task && bullets(task.context_files),
  },
  user_input: {
    title: 'What the person says',
    maxTokens: 6_000,
    render: ({ input }) => input?.trim() || undefined,
  },
};
