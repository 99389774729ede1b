import { visibleText } from '../../base/safe-text.ts';
import { type PrdDocument, prdOf } from '../../loop/planning/accept-prd.ts';
import { inOrder, type Proposal, type ProposedTask } from '../../loop/planning/proposal.ts';
import { countText, spendText } from '../../loop/runs/report/amounts.ts';
import type { Style } from '../terminal/style.ts';
import { wrapText } from '../terminal/text-width.ts';

/** A proposal as a person decides on it: everything that would be added, in the order in which it would be done. */
export function renderProposal(
  proposal: Proposal,
  target: Proposal['target'],
  style: Style,
): string {
  const { colors, symbols } = style;
  const { id, agent, model, status, summary, warnings, spend } = proposal;
  const by = model === null ? agent : `${agent} (${model})`;
  const about = [id, `by ${by}`, spendText(spend), status === 'proposed' ? '' : status];
  const body = target === 'prd' ? prdLines(prdOf(proposal), style) : taskLines(proposal, style);
  const said =
    summary === '' ? [] : ['', colors.bold('The agent says'), ...block(summary, '  ', style)];
  return [
    `${colors.bold(countsText(proposal, target))} ${colors.dim(about.filter(Boolean).join(', '))}`,
    '',
    ...body,
    ...said,
    ...(warnings.length > 0 ? [''] : []),
    ...warnings.flatMap((warning) => {
      const [first = '', ...more] = wrapText(visibleText(warning), style.width - 2);
      return [`${colors.yellow(symbols.warn)} ${first}`, ...more.map((line) => `  ${line}`)];
    }),
  ].join('\n');
}

export function countsText(
  { features, disciplines, tasks }: Pick<Proposal, 'features' | 'disciplines' | 'tasks'>,
  target: Proposal['target'],
): string {
  if (target === 'prd') return `A PRD of ${countText(tasks.length, 'story', 'stories')}.`;
  const counted = ({ length }: readonly unknown[], one: string) =>
    length === 0 ? [] : [countText(length, one)];
  const parts = [
    ...counted(features, 'new feature'),
    ...counted(disciplines, 'new discipline'),
    ...counted(tasks, 'task'),
  ];
  return `${parts.join(', ')}.`;
}

function taskLines({ features, disciplines, tasks }: Proposal, style: Style): string[] {
  const { colors } = style;
  const ordered = inOrder(tasks);
  const numbers = new Map(ordered.map((task, index) => [task.id, index + 1]));
  const names = [
    ...new Set([...ordered.map(({ feature }) => feature), ...features.map(({ name }) => name)]),
  ];
  const lines = names.flatMap((name) => {
    const feature = features.find((one) => one.name === name);
    const title = feature ? `${feature.name}: ${feature.display_name} (new)` : name;
    return [
      colors.bold(visibleText(title)),
      ...(feature ? block(feature.description, '  ', style) : []),
      ...ordered
        .filter((task) => task.feature === name)
        .flatMap((task) => oneTask(task, numbers, style)),
      '',
    ];
  });
  if (disciplines.length === 0) return lines.slice(0, -1);
  const kinds = disciplines.map(({ name, display_name }) => `  ${name}: ${display_name}`);
  return [...lines, colors.bold('New disciplines'), ...kinds.map(visibleText)];
}

function oneTask(task: ProposedTask, numbers: ReadonlyMap<number, number>, style: Style): string[] {
  const { colors, symbols } = style;
  const number = `${numbers.get(task.id)}.`.padStart(4);
  const after = task.depends_on.map((id) => numbers.get(id) ?? `#${id}`).join(', ');
  const about = [task.priority, task.discipline, ...(after === '' ? [] : [`after ${after}`])];
  const [first = '', ...more] = wrapText(visibleText(task.title), style.width - 6);
  return [
    `${number} ${first}`,
    ...more.map((line) => `     ${line}`),
    colors.dim(`     ${visibleText(about.join(', '))}`),
    ...block(task.description, '     ', style),
    ...task.acceptance_criteria.flatMap((criterion) => {
      const [head = '', ...rest] = wrapText(visibleText(criterion), style.width - 8);
      return [`     ${symbols.pending} ${head}`, ...rest.map((line) => `       ${line}`)];
    }),
  ];
}

function prdLines({ branchName, userStories }: PrdDocument, style: Style): string[] {
  const { colors, symbols } = style;
  return [
    `Branch: ${branchName}`,
    ...userStories.flatMap(({ id, title, notes, acceptanceCriteria }) => [
      `${colors.bold(id)} ${visibleText(title)}`,
      ...block(notes, '  ', style),
      ...acceptanceCriteria.flatMap((criterion) => {
        const [head = '', ...rest] = wrapText(visibleText(criterion), style.width - 4);
        return [`  ${symbols.pending} ${head}`, ...rest.map((line) => `    ${line}`)];
      }),
    ]),
  ];
}

function block(text: string, indent: string, style: Style): string[] {
  if (text.trim() === '') return [];
  const lines = wrapText(visibleText(text.trim()), style.width - indent.length);
  return lines.map((line) => style.colors.dim(`${indent}${line}`.trimEnd()));
}
