import { ToolError } from '../base/errors.ts';
import type { CommandSpec } from './command.ts';
import { argumentTerm } from './spec-terms.ts';

/** The command that does for a person what a tool does for an agent, for the tools that refusals speak of. */
export const commandOfTool: Readonly<Record<string, string>> = {
  add_task_comment: 'ralph task comment',
  catalog_call: 'ralph catalog call',
  catalog_schema: 'ralph catalog schema',
  catalog_search: 'ralph catalog search',
  catalog_tools: 'ralph catalog tools',
  complete_task: 'ralph task done',
  get_relevant_context: 'ralph context search',
  get_task: 'ralph task show',
  list_tasks: 'ralph task list',
  update_task: 'ralph task edit',
};

/** What only an agent can follow, and what a person can instead. */
const advice: readonly (readonly [forAgents: string, forPeople: string])[] = [
  [
    'Use an id from your prompt or from a task list.',
    'See the tasks and their numbers with: ralph task list',
  ],
  ['A person can run: ', 'Run: '],
  ['a person has to run: ', 'run: '],
  ['A person can ', 'You can '],
  ['ralph_run_status or ', ''],
  ['ralph_run_cancel or ', ''],
  [' ("tasks": true over MCP)', ''],
];

/**
 * Tools refuse in the words of their input, which is what an agent wrote. Whoever typed a command wrote arguments and
 * options, and is told of those, and of commands where an agent is told of tools.
 */
export function inCommandWords(
  thrown: unknown,
  { path, spec }: { readonly path: readonly string[]; readonly spec: CommandSpec },
): unknown {
  if (!(thrown instanceof ToolError)) return thrown;
  const { code, details, logPath } = thrown;
  const terms = termsOf(spec);
  const faults = details.map(({ field, message }) => ({
    agents: field ? `${field}: ${message}` : message,
    people: field ? `${termOf(field, terms)}: ${message}` : message,
  }));
  const isOfInput =
    faults.length > 0 &&
    /^\w+$/.test(thrown.message.replace(`: ${faults.map(({ agents }) => agents).join('; ')}`, ''));
  const message = isOfInput
    ? faults.map(({ people }) => people).join('; ')
    : inTerms(thrown.message, terms);
  const hint = isOfInput
    ? `Run "${['ralph', ...path, '--help'].join(' ')}" to see what it takes.`
    : commandsForTools(inTerms(thrown.hint, terms));
  const logged = logPath !== undefined && { logPath };
  return new ToolError(code, message, { hint, details, ...logged, cause: thrown });
}

export function commandsForTools(hint: string): string {
  const told = advice.reduce(
    (text, [forAgents, forPeople]) => text.replace(forAgents, forPeople),
    hint,
  );
  return told.replace(/\b[a-z]+(?:_[a-z]+)+\b/g, (name) => {
    const command = Object.hasOwn(commandOfTool, name) ? commandOfTool[name] : undefined;
    return command === undefined ? name : `"${command}"`;
  });
}

/** By the field of the tool: how the command line writes it. */
function termsOf({ arguments: args = [], options = [] }: CommandSpec): ReadonlyMap<string, string> {
  return new Map([
    ...args.map((argument) => [argument.name, argumentTerm(argument)] as const),
    ...options.map(({ name, field }) => [field ?? name.replaceAll('-', '_'), `--${name}`] as const),
  ]);
}

/** An entry of a list goes by the name of the list. */
function termOf(field: string, terms: ReadonlyMap<string, string>): string {
  const [whole = field] = field.split('.');
  return terms.get(whole) ?? field;
}

/** Names of a single word may just be words; those that are joined are fields, and behind a dot keys of ralph.yaml. */
function inTerms(text: string, terms: ReadonlyMap<string, string>): string {
  return text.replace(/(?<!\.)\b([a-z]+(?:_[a-z]+)+)(: true)?\b/g, (all, field: string) =>
    terms.has(field) ? (terms.get(field) ?? all) : all,
  );
}
