import { minuteText, momentText } from '../../loop/runs/report/amounts.ts';
import type { SessionPlan } from '../../session/plan.ts';
import type { PlannedSession } from '../../session/plan-session.ts';
import type { Style } from '../terminal/style.ts';
import { renderTable } from '../terminal/table.ts';

type Fit = { readonly fit: boolean };

/** What `session plan` says when it is done. */
export function renderPlanned({ plan, files }: PlannedSession, { colors }: Style): string {
  return [
    `${colors.bold(plan.session_id)}  ${subject(plan)}`,
    `tools         ${toolCount(plan)}`,
    `prompt        ${plan.prompt_tokens} tokens (ralph session prompt ${plan.session_id})`,
    ...(plan.recall && plan.injected_context.length > 0
      ? [`memory        ${recalled(plan, plan.recall.tokens)}`]
      : []),
    `session file  ${files.session}`,
    `context       ${files.context}`,
    `MCP config    ${files.mcp_config}`,
  ].join('\n');
}

export function renderPlan(plan: SessionPlan, style: Style, fit: Fit): string {
  const { colors } = style;
  const limits = Object.entries(plan.field_limits);
  const disabled = Object.entries(plan.disabled_by);
  const sections = plan.sections.map(({ name, tokens, cut }) => [
    name,
    String(tokens),
    cut ? 'cut to its budget' : '',
  ]);
  return [
    `${colors.bold(plan.session_id)}  ${subject(plan)}`,
    `planned ${momentText(plan.created_at)}, tools ${toolCount(plan)}, prompt of ${plan.prompt_tokens} tokens`,
    `MCP config ${plan.mcp_config_path}`,
    '',
    colors.bold('Tools that are on'),
    ...plan.enabled_tools.map((tool) => `  ${tool}`),
    ...(limits.length > 0 ? ['', colors.bold('Fields they may be given')] : []),
    ...limits.map(([tool, fields]) => `  ${tool}: ${fields.join(', ')}`),
    '',
    renderTable(['OFF', 'WHY'], disabled, style, fit),
    '',
    renderTable(['SECTION', 'TOKENS', ''], sections, style, fit),
    ...fromTheMemory(plan, style, fit),
  ].join('\n');
}

function recalled({ injected_context, held_out_context }: SessionPlan, tokens: number): string {
  const held = held_out_context.length > 0 ? `, ${held_out_context.length} held out` : '';
  return `${injected_context.length} items, ${tokens} tokens${held}`;
}

function fromTheMemory(plan: SessionPlan, style: Style, fit: Fit): string[] {
  const told = plan.told_context.map((item) => ({ ...item, score: null }));
  const rows = [...plan.injected_context, ...told].map(({ id, content_type, score, tokens }) => [
    id,
    content_type,
    score === null ? '' : score.toFixed(3),
    String(tokens),
  ]);
  const heading = ['FROM THE MEMORY', 'TYPE', 'SCORE', 'TOKENS'];
  return rows.length > 0 ? ['', renderTable(heading, rows, style, fit)] : [];
}

/** One session as `session list --json` prints it. */
export function sessionLine(plan: SessionPlan) {
  const { session_id, recipe, discipline, feature, task_id, created_at, prompt_tokens } = plan;
  return {
    session_id,
    recipe,
    discipline,
    feature,
    task_id,
    enabled_tools: plan.enabled_tools.length,
    prompt_tokens,
    created_at,
  };
}

export function renderSessions(plans: readonly SessionPlan[], style: Style, fit: Fit): string {
  const rows = plans
    .map(sessionLine)
    .map((line) => [
      line.session_id,
      line.recipe,
      line.task_id === null ? '' : `#${line.task_id}`,
      line.feature ?? '',
      line.discipline ?? '',
      String(line.enabled_tools),
      minuteText(line.created_at),
    ]);
  const heading = ['SESSION', 'RECIPE', 'TASK', 'FEATURE', 'DISCIPLINE', 'TOOLS', 'PLANNED'];
  return renderTable(heading, rows, style, fit);
}

function subject({ recipe, base_recipe, task_id, feature, discipline }: SessionPlan): string {
  return [
    recipe === base_recipe ? recipe : `${recipe} (${base_recipe})`,
    task_id !== null && `task #${task_id}`,
    feature !== null && `feature ${feature}`,
    discipline !== null && `discipline ${discipline}`,
  ]
    .filter(Boolean)
    .join(', ');
}

function toolCount({ enabled_tools, disabled_tools }: SessionPlan): string {
  return `${enabled_tools.length} of ${enabled_tools.length + disabled_tools.length} on`;
}
