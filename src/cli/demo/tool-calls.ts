import type { RecordedRunEvent } from '../../loop/runs/run-event.ts';

/** One call of a tool, or an act such as a write, as the agent of a run reported it. */
export interface ToolCall {
  readonly iteration: number;
  /** Ralph's own tools by their name alone. */
  readonly tool: string;
  readonly input: unknown;
  readonly ok: boolean;
  /** What came back, read as JSON where it is that. */
  readonly answer: unknown;
}

type AgentCallEvent = Extract<
  Extract<RecordedRunEvent['event'], { kind: 'agent' }>['event'],
  { kind: 'tool_start' | 'tool_end' }
>;

/** Puts the two ends of each call together; answers the call when its second end comes. */
export function callReader(): (recorded: RecordedRunEvent) => ToolCall | undefined {
  const begun = new Map<string, unknown>();
  return ({ event, iteration }) => {
    if (event.kind !== 'agent') return undefined;
    const call = event.event;
    if (call.kind !== 'tool_start' && call.kind !== 'tool_end') return undefined;
    const key = `${iteration} ${call.id}`;
    if (call.kind === 'tool_start') {
      begun.set(key, call.input);
      return undefined;
    }
    const { ok, output } = call;
    return {
      iteration: iteration ?? 0,
      tool: nameOf(call),
      input: begun.get(key),
      ok,
      answer: readJson(output ?? ''),
    };
  };
}

function nameOf({ tool }: AgentCallEvent): string {
  return tool.replace(/^mcp__ralph__/, '');
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

/** The text at a path of keys, empty when it is not there. */
export function textAt(value: unknown, ...keys: readonly (string | number)[]): string {
  let found = value;
  for (const key of keys) {
    found = found !== null && typeof found === 'object' ? Reflect.get(found, key) : undefined;
  }
  return typeof found === 'string' || typeof found === 'number' ? String(found) : '';
}
