import type { AgentEvent, RateLimitEvent } from './adapter.ts';

/** How one launch went, in the terms that the loop judges by. */
export interface AgentOutcome {
  readonly exit_code: number | null;
  readonly signal: string | null;
  readonly ended: 'exited' | 'idle' | 'aborted' | 'failed_to_start';
  /** The last thing that the agent itself said. */
  readonly last_text: string;
  readonly events: Readonly<Partial<Record<AgentEvent['kind'], number>>>;
  /** Null when the agent reported none. */
  readonly usage: {
    readonly input_tokens: number;
    readonly output_tokens: number;
    readonly cached_tokens: number;
  } | null;
  readonly cost_usd: number | null;
  /** Only when the agent was stopped by it: a limit that it waited out is not here. */
  readonly rate_limit?: Omit<RateLimitEvent, 'kind'>;
  readonly error?: { readonly message: string; readonly auth: boolean };
  readonly mcp_failed: boolean;
}

type Told = Omit<AgentOutcome, 'exit_code' | 'signal' | 'ended'>;

export interface Tally {
  add(event: AgentEvent): void;
  told(): Told;
}

/** Sums up events as they come. */
export function createTally(): Tally {
  const events: Partial<Record<AgentEvent['kind'], number>> = {};
  let said = '';
  let usage: Told['usage'] = null;
  let cost: number | null = null;
  let limit: Omit<RateLimitEvent, 'kind'> | undefined;
  let error: Told['error'];
  let mcpFailed = false;

  const work = () => {
    limit = undefined;
  };
  return {
    add(event) {
      events[event.kind] = (events[event.kind] ?? 0) + 1;
      switch (event.kind) {
        case 'text':
        case 'final':
          work();
          if (event.text.trim() !== '') said = event.text;
          break;
        case 'tool_start':
          work();
          break;
        case 'usage':
          usage = {
            input_tokens: (usage?.input_tokens ?? 0) + event.input_tokens,
            output_tokens: (usage?.output_tokens ?? 0) + event.output_tokens,
            cached_tokens: (usage?.cached_tokens ?? 0) + (event.cached_tokens ?? 0),
          };
          break;
        case 'cost':
          cost = (cost ?? 0) + event.usd;
          break;
        case 'rate_limit': {
          const { kind: _, ...told } = event;
          // The event that ends a launch often says less than the one before it.
          limit = { ...limit, ...told };
          break;
        }
        case 'error':
          error = { message: event.message, auth: event.auth === true };
          break;
        case 'mcp_status':
          if (event.status === 'failed') mcpFailed = true;
          break;
      }
    },
    told: () => ({
      last_text: said,
      events: { ...events },
      usage,
      cost_usd: cost,
      ...(limit && { rate_limit: limit }),
      ...(error && { error }),
      mcp_failed: mcpFailed,
    }),
  };
}
