import { type Evidence, quotedErrors } from './evidence.ts';
import { textAt } from './tool-calls.ts';

/** What the demo promises to show. */
export const stepNames = [
  'false_claim_refused',
  'read_refused',
  'error_stored',
  'error_recalled',
  'question_answered',
  'task_split',
  'tool_found_and_called',
  'proof',
] as const;
export type StepName = (typeof stepNames)[number];

export interface Finding {
  readonly step: StepName;
  readonly ok: boolean;
  /** What happened, with its numbers; what is missing when it did not. */
  readonly what: string;
  /** The ordinary command that shows it; its words after `ralph`. */
  readonly look: readonly string[] | null;
}

type Seen = Pick<Finding, 'what' | 'look'>;

/** Looks for each promised step in what the run left behind. Nothing counts that is not there. */
export function findingsOf(evidence: Evidence): Finding[] {
  return stepNames.map((step) => {
    const seen = looks[step](evidence);
    return typeof seen === 'string'
      ? { step, ok: false, what: seen, look: null }
      : { step, ok: true, ...seen };
  });
}

/** Each answers what it saw, or says what is missing. */
const looks: Readonly<Record<StepName, (evidence: Evidence) => Seen | string>> = {
  false_claim_refused({ calls, iterations, reopened }) {
    const refused = iterations.find(
      ({ number, judgement, task_id }) =>
        judgement?.green === false &&
        reopened.has(task_id ?? 0) &&
        calls.some((call) => call.ok && call.tool === 'complete_task' && call.iteration === number),
    );
    if (!refused) return 'No task was closed with a red gate and opened again.';
    return {
      what: `#${refused.task_id}: called done, gate red, opened again`,
      look: ['runs', 'show', '--iteration', String(refused.number)],
    };
  },

  read_refused({ calls, iterations }) {
    const refused = calls.find(
      (call) =>
        !call.ok &&
        /^(?:get|list|search|read)_/.test(call.tool) &&
        textAt(call.answer, 'code') === 'not_allowed',
    );
    if (!refused) return 'No read was refused by the plan of a session.';
    const session = iterations.find(({ number }) => number === refused.iteration)?.session_id;
    return {
      what: `${refused.tool} is not in the session's plan`,
      look: ['session', 'show', session ?? ''],
    };
  },

  error_stored({ errors }) {
    const [first] = errors;
    if (!first) return 'The memory holds no error of this run.';
    return {
      what: `as item ${first.id}`,
      look: ['context', 'show', first.id],
    };
  },

  error_recalled({ errors, prompts, calls }) {
    for (const { id, source_iteration } of errors) {
      const later = [...prompts].find(
        ([number, prompt]) =>
          number > (source_iteration ?? 0) && quotedErrors(prompt).some((one) => one.id === id),
      );
      const used = calls.some(
        (call) => call.ok && call.tool === 'mark_useful' && textAt(call.input, 'item_id') === id,
      );
      if (later && used) {
        return {
          what: `quoted in the prompt of iteration ${later[0]}, and used`,
          look: ['runs', 'show', '--iteration', String(later[0])],
        };
      }
    }
    return 'No later prompt quoted a stored error that the agent then used.';
  },

  question_answered({ answered, prompts, iterations, tasks }) {
    for (const { id, task_id, answer } of answered) {
      const reader = iterations.find(
        (one) => one.task_id === task_id && prompts.get(one.number)?.includes(`→ ${answer}`),
      );
      const isDone = tasks.some((task) => task.id === task_id && task.status === 'done');
      if (reader && isDone) {
        return {
          what: `question ${id}, read by iteration ${reader.number}`,
          look: ['task', 'show', String(task_id)],
        };
      }
    }
    return 'No question was asked, answered and read.';
  },

  task_split({ tasks }) {
    const split = tasks.find(
      ({ superseded_by }) =>
        superseded_by.length > 1 &&
        superseded_by.every((id) => tasks.some((task) => task.id === id && task.status === 'done')),
    );
    if (!split) return 'No task was split into parts that were then done.';
    const parts = split.superseded_by.map((id) => `#${id}`).join(' and ');
    return {
      what: `#${split.id} became ${parts}`,
      look: ['task', 'history', String(split.id)],
    };
  },

  tool_found_and_called({ calls, downstreamCalls }) {
    const called = calls.find((call) => call.ok && call.tool === 'catalog_call');
    const tool = textAt(called?.input, 'tool');
    const before = (name: string, names: (call: (typeof calls)[number]) => string) =>
      calls.some((call) => call.ok && call.tool === name && names(call) === tool);
    const found =
      tool !== '' &&
      before('catalog_search', ({ answer }) => textAt(answer, 'tools', 0, 'tool')) &&
      before('catalog_schema', ({ input }) => textAt(input, 'tools', 0)) &&
      (downstreamCalls.get(tool) ?? 0) > 0;
    if (!found) return 'No downstream tool was found by a search, read up on and called.';
    return { what: tool, look: ['catalog', 'stats'] };
  },

  proof({ run, iterations, tasks }) {
    const open = tasks.filter(({ status }) => status !== 'done' && status !== 'skipped');
    const wasRed = run.baseline?.some(({ ok }) => !ok) === true;
    const isGreen = iterations.at(-1)?.judgement?.green === true;
    if (run.status !== 'complete') return `The run is ${run.status}: ${run.reason}`;
    if (open.length > 0 || !wasRed || !isGreen) return 'The gates did not go from red to green.';
    return {
      what: `${iterations.length} iterations, gates from red to green`,
      look: ['runs', 'show'],
    };
  },
};
