import type { Telling } from './telling.ts';
import { type ToolCall, textAt } from './tool-calls.ts';

/** What an agent did, in a line or two. A call that nobody thought of is told by its name. */
export function tellCall(call: ToolCall, telling: Telling): void {
  const { tool, ok, answer } = call;
  const act = acts[tool];
  telling.line('agent', act ? act(call) : `calls ${tool}`);
  if (ok) {
    const came = results[tool]?.(call);
    if (came !== undefined) telling.line('catalog', came);
    const reason = reasons[tool];
    if (reason !== undefined) telling.why(reason);
    return;
  }
  const code = textAt(answer, 'code');
  const [message = ''] = (textAt(answer, 'message') || textAt([answer], 0)).split(': ');
  telling.line('Ralph', `refuses${code === '' ? '' : ` (${code})`}: ${message}`, 'bad');
  if (code === 'not_allowed') {
    telling.why('The agent can do what its plan says and nothing else, whatever it tries.');
  }
}

const acts: Readonly<Record<string, (call: ToolCall) => string>> = {
  write: ({ input }) => `writes ${textAt(input, 'path')}`,
  list_tasks: () => 'wants to see all tasks (list_tasks)',
  spawn_subtasks: ({ input }) =>
    `wants to split #${textAt(input, 'parent_id')} itself (spawn_subtasks)`,
  add_task_comment: ({ input }) =>
    `leaves a note on #${textAt(input, 'task_id')}: "${textAt(input, 'body')}"`,
  ask_human: ({ input }) => `asks you: "${textAt(input, 'question')}"`,
  complete_task: ({ input }) => `claims to be done: "${textAt(input, 'summary')}"`,
  mark_useful: ({ answer }) =>
    `says that the note helped: ${textAt(answer, 'previous_score')} → ${textAt(answer, 'usefulness_score')} (mark_useful)`,
  catalog_search: ({ input }) => `searches the catalog for "${textAt(input, 'query')}"`,
  catalog_schema: ({ input }) => `reads what ${textAt(input, 'tools', 0)} takes`,
  catalog_call: ({ input }) =>
    `calls ${textAt(input, 'tool')} with ${JSON.stringify(Reflect.get(Object(input), 'arguments'))}`,
};

const results: Readonly<Record<string, (call: ToolCall) => string>> = {
  catalog_search: ({ answer }) =>
    `finds ${textAt(answer, 'tools', 0, 'tool')}, at a cost of ${textAt(answer, 'tokens')} tokens`,
  catalog_call: ({ answer }) => `answers ${JSON.stringify(answer)}`,
};

const reasons: Readonly<Record<string, string>> = {
  mark_useful: 'What helped is recalled sooner the next time.',
  catalog_call:
    'Of the tools of other servers a prompt has a line each at most; the rest is read when needed.',
};
