import type { RecipeName } from '../recipes/recipes.ts';

export type SectionName =
  | 'instructions'
  | 'project_context'
  | 'metadata'
  | 'discipline_persona'
  | 'discipline_details'
  | 'codebase_state'
  | 'discipline_listing'
  | 'feature_listing'
  | 'feature_context'
  | 'feature_files'
  | 'feature_state'
  | 'task_listing'
  | 'state_files'
  | 'dependency_context'
  | 'previous_attempts'
  | 'task_details'
  | 'task_files'
  | 'recalled_context'
  | 'skillbook'
  | 'hot_tools'
  | 'user_input'
  | 'given_prompt'
  | 'offers'
  | 'run';

/**
 * The sections of each recipe, in the order of the prompt: what is the same for every session first, so that
 * a prompt cache keeps it; then what changes as the work goes on; what belongs to this session alone last.
 */
export const recipeSections: Readonly<Record<RecipeName, readonly SectionName[]>> = {
  braindump: [
    'instructions',
    'project_context',
    'codebase_state',
    'discipline_listing',
    'feature_listing',
    'metadata',
    'user_input',
  ],
  yap: [
    'instructions',
    'project_context',
    'codebase_state',
    'discipline_listing',
    'feature_listing',
    'metadata',
    'task_listing',
    'user_input',
  ],
  ramble: [
    'instructions',
    'project_context',
    'codebase_state',
    'discipline_listing',
    'feature_listing',
    'metadata',
    'feature_context',
    'feature_files',
    'feature_state',
    'task_listing',
    'user_input',
  ],
  discuss: [
    'instructions',
    'project_context',
    'discipline_listing',
    'metadata',
    'discipline_details',
    'user_input',
  ],
  task_execution: [
    'instructions',
    'project_context',
    'discipline_persona',
    'feature_context',
    'feature_files',
    'feature_state',
    'state_files',
    'dependency_context',
    'previous_attempts',
    'recalled_context',
    'skillbook',
    'hot_tools',
    'task_details',
    'task_files',
    'user_input',
    'run',
  ],
  opus_review: [
    'instructions',
    'project_context',
    'feature_context',
    'feature_files',
    'feature_listing',
    'feature_state',
    'metadata',
    'state_files',
    'recalled_context',
    'skillbook',
    'hot_tools',
    'task_listing',
    'user_input',
    'run',
  ],
  enrichment: [
    'instructions',
    'project_context',
    'codebase_state',
    'discipline_listing',
    'feature_context',
    'feature_files',
    'feature_listing',
    'feature_state',
    'task_listing',
    'dependency_context',
    'previous_attempts',
    'recalled_context',
    'skillbook',
    'hot_tools',
    'task_details',
    'user_input',
    'run',
  ],
};

/** The sections around a prompt that a person wrote, in whichever recipe. */
export const givenPromptSections: readonly SectionName[] = [
  'given_prompt',
  'offers',
  'recalled_context',
  'skillbook',
  'hot_tools',
  'run',
];
