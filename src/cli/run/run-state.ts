import { toolText } from '../../loop/runs/report/agent-story.ts';
import type { RunPhase, Spend } from '../../loop/runs/run.ts';
import type { RecordedRunEvent, RunEvent } from '../../loop/runs/run-event.ts';

export type GateState = 'pending' | 'running' | 'green' | 'red' | 'forgiven';

/** Where a run stands, as far as its events tell. */
export interface RunState {
  readonly startedAt: string | null;
  readonly iteration: number;
  readonly of: number;
  readonly agent: string | null;
  readonly task: { readonly id: number | string; readonly title: string } | null;
  readonly phase: RunPhase | null;
  readonly waiting: { readonly for: string; readonly until: string | null } | null;
  /** The tool that the agent is using. */
  readonly tool: { readonly id: string; readonly text: string; readonly since: string } | null;
  readonly gates: ReadonlyMap<string, GateState>;
  /** Of the iterations that have ended. */
  readonly spent: Spend;
  /** Of the one that is under way. */
  readonly spending: Spend;
  readonly ended: boolean;
}

const nothing: Spend = { input_tokens: 0, output_tokens: 0, cost_usd: null };

export const unknownState: RunState = {
  startedAt: null,
  iteration: 0,
  of: 0,
  agent: null,
  task: null,
  phase: null,
  waiting: null,
  tool: null,
  gates: new Map(),
  spent: nothing,
  spending: nothing,
  ended: false,
};

const waitingPhases: readonly RunPhase[] = [
  'sleeping',
  'rate_limit',
  'needs_input',
  'needs_approval',
];

export function nextState(state: RunState, { at, event }: RecordedRunEvent): RunState {
  const known = state.startedAt === null ? { ...state, startedAt: at } : state;
  switch (event.kind) {
    case 'run_started': {
      const gates = new Map(event.gates.map(({ name }) => [name, 'pending'] as const));
      return { ...known, agent: event.agent, of: event.budgets.iterations ?? 0, gates };
    }
    case 'phase': {
      const waiting = waitingPhases.includes(event.phase) ? known.waiting : null;
      const tool = event.phase === 'agent' ? known.tool : null;
      return { ...known, phase: event.phase, waiting, tool };
    }
    case 'waiting':
      return { ...known, waiting: { for: event.for, until: event.until } };
    case 'iteration_started':
      return {
        ...known,
        iteration: event.iteration,
        of: event.of,
        agent: event.agent,
        task: event.task,
        waiting: null,
        tool: null,
        gates: new Map([...known.gates.keys()].map((name) => [name, 'pending'] as const)),
        spending: nothing,
      };
    case 'agent':
      return withAgentEvent(known, event.event, at);
    case 'gate_started':
      return withGate(known, event.name, 'running');
    case 'gate':
      return withGate(known, event.result.name, gateState(event));
    case 'baseline':
      return event.gates.reduce(
        (now, { name, ok }) => withGate(now, name, ok ? 'green' : 'red'),
        known,
      );
    case 'iteration_ended':
      return { ...known, spent: sum(known.spent, event.spend), spending: nothing, tool: null };
    case 'fallback':
      return { ...known, agent: event.to };
    case 'run_ended':
      return { ...known, spent: event.spend, spending: nothing, waiting: null, ended: true };
    default:
      return known;
  }
}

export function sum(one: Spend, other: Spend): Spend {
  const costs = [one.cost_usd, other.cost_usd].filter((cost) => cost !== null);
  return {
    input_tokens: one.input_tokens + other.input_tokens,
    output_tokens: one.output_tokens + other.output_tokens,
    cost_usd: costs.length === 0 ? null : costs.reduce((total, cost) => total + cost, 0),
  };
}

function withAgentEvent(
  state: RunState,
  event: Extract<RunEvent, { kind: 'agent' }>['event'],
  at: string,
): RunState {
  switch (event.kind) {
    case 'tool_start':
      return {
        ...state,
        tool: { id: event.id, text: toolText(event.tool, event.input), since: at },
      };
    case 'tool_end':
      return state.tool?.id === event.id ? { ...state, tool: null } : state;
    case 'usage':
      return { ...state, spending: sum(state.spending, { ...event, cost_usd: null }) };
    case 'cost':
      return { ...state, spending: sum(state.spending, { ...nothing, cost_usd: event.usd }) };
    default:
      return state;
  }
}

function gateState({ result, forgiven }: Extract<RunEvent, { kind: 'gate' }>): GateState {
  if (result.ok) return 'green';
  return forgiven ? 'forgiven' : 'red';
}

function withGate(state: RunState, name: string, gate: GateState): RunState {
  return { ...state, gates: new Map(state.gates).set(name, gate) };
}
