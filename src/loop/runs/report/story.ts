import { couldNotStart, type GateResult } from '../../gates/gate.ts';
import type { RunEvent } from '../run-event.ts';
import { type AgentDetail, agentStory } from './agent-story.ts';
import { budgetsText, countText, durationText, momentText, spendText } from './amounts.ts';
import { bad, faint, good, type StoryLine, text, title, warn } from './story-line.ts';

const shownChanges = 20;

/**
 * A run told to a person, event by event. The transcript, the live view, `runs watch` and `runs show` all tell it in
 * these words. What only says where the run stands, such as a phase, tells nothing.
 */
export function storyOf(event: RunEvent, detail: AgentDetail): readonly StoryLine[] {
  switch (event.kind) {
    case 'run_started':
      return [
        title(`Run of ${modeText(event.mode)} with ${event.agent}`),
        ...(event.branch === undefined
          ? []
          : [text(`Branch: ${event.branch}${event.worktree ? ', in a worktree' : ''}`)]),
        ...(event.mode === 'topics' ? [] : [text(gatesText(event.gates))]),
        text(`At most: ${budgetsText(event.budgets)}`),
        faint(`Log: ${event.log_path}`),
      ];
    case 'run_resumed':
      // Where the broken iteration's work is was told when that was ended.
      return [title(`Resumed at iteration ${event.iteration}`)];
    case 'phase':
    case 'gate_started':
      return [];
    case 'waiting':
      return [warn(`Waits: ${event.for}${untilText(event.until)}`)];
    case 'baseline':
      return event.gates.length === 0 ? [] : [text(baselineText(event.gates, event.forgiven))];
    case 'iteration_started':
      return [
        title(
          `Iteration ${event.iteration} of ${event.of} with ${event.agent}${taskText(event.task)}`,
        ),
        ...(event.context ? recalled(event.context) : []),
      ];
    case 'agent':
      return agentStory(event.event, detail);
    case 'gate':
      return [gate(event.result, event.forgiven)];
    case 'guard':
      return [
        bad(`Taken back, because of ${countText(event.violations.length, 'change')}:`),
        ...event.violations
          .slice(0, shownChanges)
          .map(({ path, why }) => text(`  ${path}: ${why}`)),
        ...(event.violations.length > shownChanges
          ? [text(`  and ${event.violations.length - shownChanges} more`)]
          : []),
        ...recovery(event.how_to_recover),
      ];
    case 'tampering':
      return [
        warn('A person has to look at this before the run can be complete:'),
        ...event.findings.map((finding) => text(`  ${finding}`)),
      ];
    case 'iteration_ended':
      return iterationEnd(event);
    case 'fallback':
      return [warn(`${event.from} gives way to ${event.to}: ${event.why}`)];
    case 'question':
      return [
        warn(
          `Question ${event.id}${event.task_id === null ? '' : ` about task #${event.task_id}`}: ${event.text}`,
        ),
        text(`  Answer it with: ralph answer ${event.id} "..."`),
      ];
    case 'reflection':
      return [
        event.problem === null
          ? text(
              `Looked back: ${event.applied} of ${countText(event.operations, 'change')} to the skillbook made`,
            )
          : warn(`Looked back in vain: ${event.problem}`),
      ];
    case 'note':
      return [text(`Note for the agent: ${event.text}`)];
    case 'warning':
      return [warn(event.message)];
    case 'run_ended':
      return [runEnd(event)];
  }
}

function taskText(task: { readonly id: number | string; readonly title: string } | null) {
  if (task === null) return '';
  return `: ${typeof task.id === 'number' ? '#' : ''}${task.id} ${task.title}`;
}

function modeText(mode: string): string {
  return (
    { prompt: 'a prompt', prd: 'a PRD', tasks: 'the task queue', topics: 'the codebase map' }[
      mode
    ] ?? mode
  );
}

function gatesText(gates: readonly { readonly name: string; readonly run: string }[]): string {
  if (gates.length === 0) return 'No gates: nothing but the agent says when the work is done';
  return `Gates: ${gates.map(({ name, run }) => `${name} (${run})`).join(', ')}`;
}

/** Who wants exactly these failures mended would otherwise wait for it in vain. */
const toleratedText = 'forgiven; set its baseline to strict if the work is to mend it';

/** Each gate was told of when it ended; this says that those were not the agent's doing. */
function baselineText(gates: readonly GateResult[], forgiven?: readonly string[]): string {
  const red = gates.flatMap(({ name, ok }) => {
    if (ok) return [];
    if (!forgiven) return [name];
    return [`${name} (${forgiven.includes(name) ? toleratedText : 'has to turn green'})`];
  });
  const all = gates.length === 1 ? 'the gate was' : 'all gates were';
  return `Before the run ${red.length === 0 ? `${all} green` : `these were red: ${red.join(', ')}`}`;
}

function gate(result: GateResult, forgiven = false): StoryLine {
  const time = durationText(result.duration_ms);
  if (result.ok) return good(`${result.name} is green (${time})`);
  if (forgiven)
    return warn(`${result.name} is red as before the run (${time}): ${gateFault(result)}`);
  return bad(`${result.name} is red (${time}): ${gateFault(result)}`);
}

export function gateFault(result: GateResult): string {
  if (result.timed_out) return 'it ran out of time';
  if (result.exit_code === null) return 'it was stopped or did not start';
  const failures = result.failures.length + result.unnamed_failures;
  if (couldNotStart(result)) {
    const said = result.output_tail.trim().split('\n').at(-1);
    return `it could not start (exit code ${result.exit_code})${said ? `: ${said}` : ''}`;
  }
  if (failures === 0) return `exit code ${result.exit_code}`;
  const shown = result.failures.slice(0, 3).join(', ');
  const more = failures > 3 && result.failures.length > 0 ? ', …' : '';
  return `${countText(failures, 'failure')}${shown === '' ? '' : `: ${shown}${more}`}`;
}

function iterationEnd(event: Extract<RunEvent, { kind: 'iteration_ended' }>): StoryLine[] {
  if (event.status === 'abandoned') {
    const line = `Iteration ${event.iteration} was broken off: ${event.verdict}`;
    return [warn(line), ...recovery(event.how_to_recover ?? null)];
  }
  const facts = [
    countText(event.changed_files.length, 'file'),
    ...(event.commits.length > 0 ? [countText(event.commits.length, 'commit')] : []),
    event.progress ?? 'no progress',
    spendText(event.spend),
  ].filter((fact) => fact !== undefined);
  const line = `Iteration ${event.iteration} ${event.status}: ${event.verdict} (${facts.join(', ')})`;
  const well = event.status === 'accepted' && event.gates_green !== false;
  return [well ? good(line) : warn(line)];
}

function runEnd(event: Extract<RunEvent, { kind: 'run_ended' }>): StoryLine {
  const spend = spendText(event.spend);
  const line = `Run ${event.status}: ${event.reason}${spend === undefined ? '' : ` (${spend})`}`;
  return event.status === 'complete'
    ? { ...good(line), strong: true }
    : { ...bad(line), strong: true };
}

function untilText(until: string | null): string {
  return until === null ? '' : `, until ${momentText(until)}`;
}

function recovery(how: string | null): StoryLine[] {
  return how === null ? [] : [text(`  ${how}`)];
}

function recalled({
  items,
  tokens,
}: NonNullable<Extract<RunEvent, { kind: 'iteration_started' }>['context']>): StoryLine[] {
  if (items === 0) return [];
  return [faint(`From the memory: ${countText(items, 'item')}, ${tokens} tokens`)];
}
