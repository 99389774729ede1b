import type { App } from '../../app/create-app.ts';
import { visibleText } from '../../base/safe-text.ts';
import { recipe } from '../../loop/planning/make-proposal.ts';
import { planningSection } from '../../loop/planning/planning-section.ts';
import { draftPlan } from '../../session/plan-session.ts';
import type { Invocation } from '../command.ts';
import { showStyled } from '../project/tool-answer.ts';
import { styleFor } from '../terminal/style.ts';
import type { PlanTerms } from './plan-terms.ts';

/** What the agent would be given. */
export async function showPlanningDry(
  invocation: Invocation,
  app: App,
  { brief, target, agents, budgets, prdFile }: PlanTerms,
): Promise<number> {
  const { plan } = await draftPlan(app.sessions, { recipe, input: brief });
  const [agent] = agents;
  const section = agent ? planningSection(plan, { target, agent }) : '';
  const prompt = `${plan.prompt.trimEnd()}\n\n${section}\n`;
  const { colors } = styleFor(invocation);
  const record = {
    dry_run: true,
    target,
    prd_file: target === 'prd' ? prdFile : null,
    agents: agents.map(({ name, model }) => ({ name, model: model ?? null })),
    budgets,
    tools: plan.enabled_tools,
    prompt,
  };
  showStyled(invocation, record, () =>
    [
      `Makes:   ${target === 'prd' ? `a PRD, ${prdFile}` : 'features and tasks'}`,
      `Agent:   ${agents.map(({ name }) => name).join(', then ')}, reading only`,
      `Budgets: ${Object.entries(budgets)
        .map(([name, most]) => `${name} ${most}`)
        .join(', ')}`,
      `Tools:   ${plan.enabled_tools.join(', ')}`,
      '',
      colors.bold('Prompt'),
      visibleText(prompt.trimEnd()),
    ].join('\n'),
  );
  return 0;
}
