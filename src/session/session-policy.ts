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
          hint: `It takes ${allowed.join(', ')} here. Leave a comment for what else should change.`,
        };
      }
      return { allowed: true };
    },
  };
}

/** What comes nearest to a tool that is off. Only those that are on are offered. */
const instead: Readonly<Record<string, readonly string[]>> = {
  create_task: ['report_blocker', 'add_task_comment'],
  update_task: ['update_task_context', 'add_task_comment'],
  delete_task: ['skip_task', 'set_task_status', 'add_task_comment'],
  set_task_status: ['complete_task', 'skip_task', 'add_task_comment'],
  list_tasks: ['get_dependency_details', 'get_task', 'list_features'],
  search_tasks: ['list_tasks', 'get_task'],
  get_feature: ['get_feature_learnings', 'list_features'],
  update_feature: ['append_feature_learning', 'add_feature_context_file'],
  delete_feature: ['merge_features', 'update_feature'],
  append_feature_learning: ['append_learning'],
  enrich_task: ['update_task', 'update_task_context'],
  spawn_subtasks: ['create_task', 'report_blocker'],
};

function alternative(tool: string, enabled: ReadonlySet<string>): string {
  const near = (instead[tool] ?? []).filter((name) => enabled.has(name));
  if (near.length > 0) return `Use ${near.join(' or ')} instead.`;
  const [first = 'nothing'] = enabled;
  return `Go on without it; this session has ${enabled.size} tools, such as ${first}.`;
}
