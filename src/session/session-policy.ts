import type { ToolPolicy } from '../tool/invoke-tool.ts';
import type { SessionPlan } from './plan.ts';

/** What a session may call: its plan, enforced again at call time whatever the client believes it listed. */
export function sessionPolicy(plan: SessionPlan): ToolPolicy {
  const enabled = new Set(plan.enabled_tools);
  return {
    check(tool, input) {
      if (!enabled.has(tool.name)) {
        return {
          allowed: false,
          message: `${tool.name} is not part of this session (recipe ${plan.recipe}): ${plan.disabled_by[tool.name] ?? 'it is not in the plan'}.`,
          hint: alternative(tool.name, enabled),
        };
      }
      const allowed = plan.field_limits[tool.name];
      const fields = input !== null && typeof input === 'object' ? Object.keys(input) : [];
      const refused = allowed ? fields.filter((field) => !allowed.includes(field)) : [];
      if (allowed && refused.length > 0) {
        return {
          allowed: false,
          message: `In recipe ${plan.recipe}, ${tool.name} may not set ${refused.join(', ')}.`,
          hint: `It takes ${allowed.join(', ')} here.${enabled.has('add_task_comment') ? ' Say with add_task_comment what else should change.' : ''}`,
        };
      }
      return { allowed: true };
    },
  };
}

/** What comes nearest to a tool that is off, best first. Only those that are on are offered. */
const instead: Readonly<Record<string, readonly string[]>> = {
  create_task: ['report_blocker', 'spawn_subtasks', 'add_task_comment'],
  update_task: ['update_task_context', 'enrich_task', 'add_task_comment'],
  delete_task: ['skip_task', 'set_task_status', 'add_task_comment'],
  set_task_status: ['complete_task', 'skip_task', 'enrich_task', 'add_task_comment'],
  complete_task: ['set_task_status', 'add_task_comment'],
  skip_task: ['set_task_status', 'report_blocker'],
  enrich_task: ['update_task', 'update_task_context'],
  spawn_subtasks: ['create_task', 'report_blocker'],
  update_task_context: ['update_task', 'enrich_task', 'add_task_comment'],
  move_task_to_feature: ['create_task', 'add_task_comment'],
  list_tasks: ['get_dependency_details', 'get_task', 'list_features'],
  search_tasks: ['list_tasks', 'get_dependency_details', 'get_task'],
  get_task: ['list_tasks', 'get_dependency_details'],
  get_dependency_details: ['get_task', 'list_tasks'],
  report_blocker: ['set_task_status', 'add_task_comment', 'skip_task'],
  signal_abort: ['set_task_status', 'append_progress'],
  ask_human: ['add_task_comment', 'report_blocker'],
  add_task_comment: ['append_progress', 'append_feature_learning', 'update_task', 'create_task'],
  update_task_comment: ['add_task_comment'],
  delete_task_comment: ['add_task_comment'],
  list_features: ['get_feature', 'get_task'],
  get_feature: ['get_feature_learnings', 'list_features'],
  create_feature: ['append_feature_learning', 'add_task_comment', 'create_task'],
  update_feature: ['append_feature_learning', 'add_feature_context_file', 'create_task'],
  delete_feature: ['merge_features', 'update_feature'],
  merge_features: ['update_feature', 'append_feature_learning', 'update_task'],
  append_feature_learning: ['append_learning', 'update_feature', 'enrich_task'],
  add_feature_context_file: ['update_feature', 'update_task_context', 'enrich_task', 'update_task'],
  get_feature_learnings: ['get_feature', 'read_learnings', 'list_features'],
  list_disciplines: ['get_discipline', 'get_task'],
  get_discipline: ['list_disciplines', 'get_task'],
  create_discipline: ['list_disciplines', 'add_task_comment'],
  update_discipline: ['create_discipline', 'append_learning'],
  get_project_progress: ['list_tasks', 'read_progress', 'list_features'],
  append_learning: ['append_feature_learning', 'update_discipline'],
  read_learnings: ['get_feature_learnings', 'get_feature'],
  append_progress: ['add_task_comment', 'set_task_status'],
  read_progress: ['get_project_progress', 'list_tasks'],
};

function alternative(tool: string, enabled: ReadonlySet<string>): string {
  const near = (instead[tool] ?? []).filter((name) => enabled.has(name)).slice(0, 2);
  if (near.length > 0) return `Use ${near.join(' or ')} instead, or go on without it.`;
  if (enabled.size === 0) return 'Go on without it; this session has no tools at all.';
  return `Go on without it. This session has: ${[...enabled].join(', ')}.`;
}
