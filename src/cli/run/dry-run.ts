import { visibleText } from '../../base/safe-text.ts';
import { countText } from '../../loop/runs/report/amounts.ts';
import type { RunOptions } from '../../loop/runs/run-options.ts';
import { previewWork, type WorkPreview } from '../../loop/runs/start/preview-work.ts';
import type { RunTerms } from '../../loop/runs/start/resolve-run-options.ts';
import type { SessionServices } from '../../session/services.ts';
import type { Invocation } from '../command.ts';
import { styleFor } from '../terminal/style.ts';

/** Shows what a run would go by and what its first iteration would be given. */
export async function showDryRun(
  invocation: Invocation,
  sessions: SessionServices,
  terms: RunTerms,
): Promise<number> {
  const preview = await previewWork(sessions.root, terms.options, sessions);
  const { output } = invocation;
  if (invocation.json) output.json(recordOf(terms, preview));
  else output.line(render(terms, preview, invocation));
  return 0;
}

function recordOf({ options, gate_sources, warnings }: RunTerms, preview: WorkPreview) {
  const { gates, budgets, ...rest } = options;
  return {
    dry_run: true,
    options: rest,
    gates: gates.map((gate) => ({ ...gate, detected_from: gate_sources[gate.name] ?? null })),
    budgets,
    ...(preview.kind === 'work'
      ? { ...pick(preview.first), nothing_to_do: null }
      : {
          task: null,
          tools: [],
          prompt: null,
          prompt_tokens: 0,
          context: null,
          nothing_to_do: preview.reason,
        }),
    warnings,
  };
}

function pick({
  task,
  tools,
  prompt,
  prompt_tokens,
  context,
}: Extract<WorkPreview, { kind: 'work' }>['first']) {
  return { task, tools, prompt, prompt_tokens, context };
}

function render(
  { options, gate_sources, warnings }: RunTerms,
  preview: WorkPreview,
  invocation: Invocation,
): string {
  const { colors } = styleFor(invocation);
  const row = (name: string, value: string) => `${`${name}:`.padEnd(10)} ${visibleText(value)}`;
  const agents = options.agents.map(({ name, model }) => (model ? `${name} (${model})` : name));
  const budgets = Object.entries(options.budgets).map(([name, most]) => `${name} ${most}`);
  const gates = options.gates.map(({ name, run, baseline }) => {
    const from = gate_sources[name];
    return `${name}: ${run} (${from ? `found in ${from}, ` : ''}${baseline})`;
  });
  const head = [
    row('Work', workText(options)),
    row('Agent', agents.join(', then ')),
    row('Changes', changesText(options)),
    row('Branch', branchText(options)),
    row('Gates', gates.length > 0 ? gates.join('\n           ') : 'none'),
    row('Budgets', budgets.join(', ')),
    ...warnings.map((warning) => row('Note', warning)),
  ];
  if (preview.kind === 'nothing') return [...head, row('Next', preview.reason)].join('\n');
  const { task, tools, prompt, prompt_tokens, context } = preview.first;
  return [
    ...head,
    ...(task
      ? [row('Next', `${typeof task.id === 'number' ? '#' : ''}${task.id} ${task.title}`)]
      : []),
    row('Tools', tools.length > 0 ? tools.join(', ') : 'none of Ralph'),
    ...(context
      ? [
          row(
            'Memory',
            `${countText(context.ids.length, 'item')}, ${countText(context.tokens, 'token')}`,
          ),
        ]
      : []),
    '',
    colors.bold(`Prompt (${prompt_tokens} tokens)`),
    visibleText(prompt.trimEnd()),
  ].join('\n');
}

function workText({ kind, mode, prompt_file, prd_file }: RunOptions): string {
  if (kind === 'understand') return `the code base, by ${prompt_file}`;
  const works = { tasks: 'the task queue', prd: `the PRD ${prd_file}`, prompt: prompt_file };
  return works[mode];
}

function changesText({ allow_edits, allowed_paths, commit, kind }: RunOptions): string {
  if (!allow_edits && kind === 'run') return 'none: every change is taken back';
  const where =
    allowed_paths.length > 0 ? `only ${allowed_paths.join(', ')}` : 'anywhere in the root';
  return commit ? `${where}, one commit per accepted iteration` : where;
}

function branchText({ branch, worktree }: RunOptions): string {
  const name = branch ?? (worktree ? 'a new one' : 'the current one');
  return worktree ? `${name}, in a worktree` : name;
}
