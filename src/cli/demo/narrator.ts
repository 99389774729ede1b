import type { App } from '../../app/create-app.ts';
import { errorMessage } from '../../base/errors.ts';
import { countText, tokensText } from '../../loop/runs/report/amounts.ts';
import { gateFault } from '../../loop/runs/report/story.ts';
import type { RecordedRunEvent, RunEvent } from '../../loop/runs/run-event.ts';
import { findSession } from '../../session/find-session.ts';
import { quotedErrors, storedErrors } from './evidence.ts';
import { tellCall } from './tell-call.ts';
import type { Telling } from './telling.ts';
import { callReader } from './tool-calls.ts';

type Of<Kind extends RunEvent['kind']> = Extract<RunEvent, { kind: Kind }>;

export interface Narrator {
  event(recorded: RecordedRunEvent): void;
  /** When everything that happened so far has been told. */
  settled(): Promise<void>;
}

/**
 * Tells a run of the demo as it happens: every line comes from an event of the run or a row of the database. Lines
 * that need a look into the database wait for it, and those after them wait too.
 */
export function createNarrator(app: App, telling: Telling, runId: string): Narrator {
  const readCall = callReader();
  const stored = new Set<string>();
  let claimed = false;
  let task: Of<'iteration_started'>['task'] = null;
  let order: Promise<void> = Promise.resolve();
  function tell(work: () => void | Promise<void>): void {
    order = order.then(work).catch((thrown: unknown) => {
      telling.line('Ralph', `This could not be told: ${errorMessage(thrown)}`, 'bad');
    });
  }

  async function tellStored(before: number): Promise<void> {
    for (const { id, source_iteration } of await storedErrors(app, runId)) {
      if (stored.has(id) || (source_iteration ?? 0) >= before) continue;
      stored.add(id);
      telling.line('memory', `keeps the error as ${id}`);
      telling.why('The next launch starts with an empty head; it will be told.');
    }
  }

  async function iterationStarted(event: Of<'iteration_started'>): Promise<void> {
    await tellStored(event.iteration);
    const named = event.task === null ? '' : `  #${event.task.id} ${event.task.title}`;
    telling.title(`Iteration ${event.iteration}${named}`);
    if (event.session_id === null) return;
    const plan = await findSession(app.sessions, event.session_id);
    const all = plan.enabled_tools.length + plan.disabled_tools.length;
    const tools = `${plan.enabled_tools.length} of ${all} tools`;
    telling.line('plan', `a prompt of ${tokensText(event.prompt_tokens)}, ${tools}`);
    telling.why('Each launch of the agent gets a plan of its own: what it reads, what it can do.');
    tellPrompt(plan.prompt, event.context);
  }

  function tellPrompt(prompt: string, context: Of<'iteration_started'>['context']): void {
    const known = quotedErrors(prompt).filter(({ id }) => stored.has(id));
    const named = (hasFix: boolean) =>
      known
        .filter((error) => error.hasFix === hasFix)
        .map(({ id }) => id)
        .join(', ');
    if (named(false) !== '')
      telling.line('memory', `the prompt tells what failed, ${named(false)}`);
    if (context && context.items > 0) {
      const notes = `${countText(context.items, 'note')} in the prompt, ${tokensText(context.tokens)}`;
      const fixed = named(true) === '' ? '' : `; one is ${named(true)} with what fixed it`;
      telling.line('memory', `${notes}${fixed}`);
    }
    const answer = /^.*→ (.+)$/m.exec(prompt)?.[1];
    if (answer !== undefined) telling.line('plan', `the prompt has your answer: ${answer}`);
  }

  function iterationEnded({ status, gates_green, verdict }: Of<'iteration_ended'>): void {
    const id = task === null ? 'The task' : `#${task.id}`;
    if (status !== 'accepted') telling.line('Ralph', `${status}: ${verdict}`, 'bad');
    else if (claimed && gates_green === false) {
      telling.line('Ralph', `the claim does not count: ${id} is open again`, 'bad');
      telling.why('Done means that the gates are green, whatever the agent says.');
    } else if (claimed) telling.line('Ralph', `${id} is done, and proven`, 'good');
  }

  function gate({ result }: Of<'gate'>): void {
    if (result.ok) telling.line('gate', `${result.name} is green`, 'good');
    else telling.line('gate', `${result.name} is red: ${gateFault(result)}`, 'bad');
  }

  return {
    event(recorded) {
      const { event } = recorded;
      const call = readCall(recorded);
      if (call) {
        tell(() => tellCall(call, telling));
        tell(() => {
          claimed ||= call.ok && call.tool === 'complete_task';
        });
      }
      if (event.kind === 'run_started') tell(() => telling.title('Before the run'));
      if (event.kind === 'iteration_started') {
        tell(() => {
          task = event.task;
          claimed = false;
          return iterationStarted(event);
        });
      }
      if (event.kind === 'gate') tell(() => gate(event));
      if (event.kind === 'iteration_ended') tell(() => iterationEnded(event));
      if (event.kind === 'waiting') {
        tell(() => {
          telling.line('Ralph', `waits: ${event.for}`);
          telling.why('Other tasks would go on meanwhile; here they all build on this one.');
        });
      }
      if (event.kind === 'warning') tell(() => telling.line('Ralph', event.message, 'bad'));
      if (event.kind === 'agent' && event.event.kind === 'error') {
        const { message } = event.event;
        tell(() => telling.line('agent', `fails: ${message}`, 'bad'));
      }
      if (event.kind === 'run_ended') {
        tell(() => tellStored(Number.POSITIVE_INFINITY));
        tell(() => {
          telling.title(`Run ${event.status}`);
          telling.line('Ralph', event.reason, event.status === 'complete' ? 'good' : 'bad');
        });
      }
    },
    settled: () => order,
  };
}
