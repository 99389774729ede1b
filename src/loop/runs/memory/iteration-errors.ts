import type { ErrorNote } from '../../../context/iteration-record.ts';
import { maskOutput } from '../../../context/rules/mask-output.ts';
import type { GateResult } from '../../gates/gate.ts';
import type { StoredIteration } from '../store/iteration-rows.ts';
import { failingOutput } from './failing-output.ts';

const namesShown = 20;
const longestExcerpt = 1_500;

export interface FoundError extends ErrorNote {
  /** What is wrong, in its own words and once: what Ralph says around it is in every error that it keeps. */
  readonly question: string;
}

/** What went wrong in an iteration, in words that help whoever meets it again. */
export function errorsOf(iteration: StoredIteration): FoundError[] {
  // A launch that was broken off says nothing about the work.
  if (iteration.status === 'abandoned' || iteration.status === 'running') return [];
  const { heard } = iteration.memory;
  const failed = iteration.memory.failed ?? heard?.error;
  return [
    ...gateErrors(iteration),
    ...(iteration.status === 'rejected' ? [rejection(iteration)] : []),
    ...(failed ? [agentError(iteration.agent, failed)] : []),
    ...(heard?.tool_failures ?? []).map(({ tool, text }) => ({
      kind: 'tool' as const,
      name: tool,
      text: `The tool ${tool} failed: ${text}`,
      question: `${tool}: ${text}`,
    })),
  ];
}

/** By the names of gates: under which id the memory keeps what each of them found wrong. */
export function keptErrors(iteration: StoredIteration): ReadonlyMap<string, string> {
  const errors = errorsOf(iteration);
  const ids = iteration.memory.remembered?.errors ?? [];
  if (ids.length !== errors.length) return new Map();
  return new Map(
    errors.flatMap(({ kind, name }, place) => {
      const id = ids[place];
      return kind === 'gate' && id !== undefined ? [[name, id]] : [];
    }),
  );
}

/** A gate that is red with nothing but what was there before the run is nobody's error. */
export function gateErrors({
  gates,
  judgement,
}: Pick<StoredIteration, 'gates' | 'judgement'>): FoundError[] {
  return gates.flatMap((gate) => {
    const counted = (judgement?.new_failures ?? []).filter(
      (failure) => failure === gate.name || failure.startsWith(`${gate.name}: `),
    );
    return gate.ok || counted.length === 0 ? [] : [gateError(gate, counted)];
  });
}

function gateError(gate: GateResult, counted: readonly string[]): FoundError {
  const { name } = gate;
  const names = counted
    .filter((failure) => failure !== name)
    .map((failure) => failure.slice(name.length + 2));
  const shown = names.slice(0, namesShown).join(', ');
  const more = names.length > namesShown ? ` and ${names.length - namesShown} more` : '';
  const what = names.length > 0 ? `: ${shown}${more}` : ` with exit code ${gate.exit_code}`;
  const excerpt = maskOutput(failingOutput(gate.output_tail)).trim().slice(-longestExcerpt);
  const rest = excerpt.split('\n').filter((line) => !names.some((one) => line.includes(one)));
  return {
    kind: 'gate',
    name,
    text: `The gate ${name} failed${what}\n${excerpt}`.trim(),
    question: [...names.slice(0, namesShown), ...rest].join('\n').trim(),
  };
}

function rejection({ verdict }: StoredIteration): FoundError {
  const text = `An iteration was taken back: ${verdict}`;
  return { kind: 'guard', name: 'changes', text, question: `${verdict}` };
}

function agentError(agent: string, message: string): FoundError {
  const text = `The agent ${agent} failed: ${message}`;
  return { kind: 'agent', name: agent, text, question: message };
}
