import { builtInRecipes as recipeNames } from '../config.ts';

export { recipeNames };
export type RecipeName = (typeof recipeNames)[number];

/** A kind of session as data: what it may use, what of it, and what its prompt is made of. */
export interface Recipe {
  readonly purpose: string;
  /** Everything else is off. */
  readonly tools: readonly string[];
  /** Where a tool is allowed only in part: the fields it may be given. */
  readonly fields?: Readonly<Record<string, readonly string[]>>;
  /** The tools that end a session well, best first; the prompt names those that are on. */
  readonly closing: readonly string[];
}

const memory = [
  'get_relevant_context',
  'get_iteration_history',
  'get_skills',
  'store_context',
  'mark_useful',
] as const;

const catalog = [
  'catalog_hot',
  'catalog_categories',
  'catalog_tools',
  'catalog_search',
  'catalog_schema',
  'catalog_call',
] as const;

export const recipes: Readonly<Record<RecipeName, Recipe>> = {
  braindump: {
    purpose: 'Turns unstructured input into features, disciplines and draft tasks.',
    tools: [
      'create_feature',
      'create_discipline',
      'create_task',
      'list_features',
      'list_disciplines',
      'list_tasks',
      'get_feature',
      'get_discipline',
      'get_project_info',
    ],
    closing: [],
  },
  yap: {
    purpose: 'Refines and creates tasks within the features and disciplines that exist.',
    tools: [
      'list_tasks',
      'get_task',
      'create_task',
      'update_task',
      'list_features',
      'list_disciplines',
      'set_task_status',
      'get_project_info',
    ],
    closing: [],
  },
  ramble: {
    purpose: 'Discusses and refines the design of a feature.',
    tools: [
      'list_features',
      'get_feature',
      'create_feature',
      'update_feature',
      'append_feature_learning',
      'add_feature_context_file',
      'merge_features',
      'list_tasks',
      'get_project_info',
    ],
    closing: [],
  },
  discuss: {
    purpose: 'Refines the persona, conventions and servers of a discipline.',
    tools: ['list_disciplines', 'get_discipline', 'update_discipline', 'get_project_info'],
    closing: [],
  },
  task_execution: {
    purpose: 'Does one task: the work, its proof, and what was learnt.',
    tools: [
      'get_task',
      'set_task_status',
      'complete_task',
      'report_blocker',
      'signal_abort',
      'ask_human',
      'add_task_comment',
      'update_task_context',
      'get_dependency_details',
      'get_feature_learnings',
      'append_feature_learning',
      'add_feature_context_file',
      'append_learning',
      'append_progress',
      'read_learnings',
      'read_progress',
      'get_project_info',
      ...memory,
      ...catalog,
    ],
    closing: ['complete_task', 'set_task_status', 'report_blocker', 'ask_human', 'signal_abort'],
  },
  opus_review: {
    purpose: 'Reviews finished work, adjusts the plan and records what was learnt.',
    tools: [
      'list_tasks',
      'get_task',
      'search_tasks',
      'set_task_status',
      'update_task',
      'create_task',
      'add_task_comment',
      'move_task_to_feature',
      'list_features',
      'get_feature',
      'create_feature',
      'update_feature',
      'merge_features',
      'append_feature_learning',
      'append_learning',
      'append_progress',
      'read_learnings',
      'read_progress',
      'get_project_info',
      'get_project_progress',
      ...memory,
      ...catalog,
    ],
    fields: { update_task: ['id', 'priority', 'description'] },
    closing: ['append_progress'],
  },
  enrichment: {
    purpose: 'Gives draft tasks pseudocode and acceptance criteria, or splits them.',
    tools: [
      'list_tasks',
      'get_task',
      'enrich_task',
      'update_task',
      'create_task',
      'spawn_subtasks',
      'skip_task',
      'list_features',
      'get_feature',
      'list_disciplines',
      'get_project_info',
      ...memory,
      ...catalog,
    ],
    closing: ['enrich_task', 'spawn_subtasks', 'skip_task'],
  },
};
