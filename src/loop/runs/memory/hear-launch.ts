import { redactText } from '../../../base/redaction.ts';
import type { AgentEvent } from '../../agents/adapter.ts';
import type { Heard } from '../store/run-memory.ts';

export interface Hearing {
  add(event: AgentEvent): void;
  heard(): Heard;
}

const mostTools = 50;
const mostFailures = 5;
const longestInput = 300;
const longestOutput = 800;
/** The end is where an agent sums up. */
const longestWords = 1_500;

/** Listens to a launch for what the memory wants to know: what was cited, which tools were used, and which failed. */
export function hearLaunch(citable: readonly string[]): Hearing {
  const wanted = new Map(citable.map((id) => [id, wholeWord(id)]));
  const cited = new Set<string>();
  const tools = new Set<string>();
  const inputs = new Map<string, string>();
  /** By tool: one that works later on was only used wrongly at first. */
  const failures = new Map<string, string>();
  let error: string | null = null;
  let said = '';

  function cite(text: string): void {
    for (const [id, word] of wanted) if (word.test(text)) cited.add(id);
  }

  return {
    add(event) {
      switch (event.kind) {
        case 'text':
          said = `${said}\n${event.text}`.slice(-longestWords);
          cite(event.text);
          break;
        case 'final':
          // Most agents repeat what they have said.
          if (said === '') said = event.text.slice(-longestWords);
          cite(event.text);
          break;
        case 'tool_start': {
          tools.add(event.tool);
          const input = JSON.stringify(event.input) ?? '';
          inputs.set(event.id, input);
          if (!saysUseless(event)) cite(input);
          break;
        }
        case 'tool_end':
          if (event.ok) failures.delete(event.tool);
          else if (event.output?.trim()) {
            failures.set(event.tool, failureText(event.output, inputs.get(event.id)));
          }
          break;
        case 'error':
          error = redactText(event.message);
          break;
      }
    },
    heard: () => ({
      cited: [...cited],
      tool_calls: [...tools].slice(0, mostTools),
      tool_failures: [...failures].slice(-mostFailures).map(([tool, text]) => ({ tool, text })),
      error,
      said: redactText(said).trim(),
    }),
  };
}

function wholeWord(id: string): RegExp {
  return new RegExp(`(?<![\\w-])${id.replace(/[^\w]/g, '\\$&')}(?![\\w-])`);
}

/** Calling an item useless names it, but to nobody's credit. */
function saysUseless({ tool, input }: Extract<AgentEvent, { kind: 'tool_start' }>): boolean {
  return (
    tool.endsWith('mark_useful') &&
    typeof input === 'object' &&
    input !== null &&
    'helpful' in input &&
    input.helpful === false
  );
}

function failureText(output: string, input: string | undefined): string {
  const asked = input && input !== '{}' ? `\nIt was asked: ${short(input, longestInput)}` : '';
  return `${short(output.trim(), longestOutput)}${asked}`;
}

function short(text: string, longest: number): string {
  const safe = redactText(text);
  return safe.length > longest ? `${safe.slice(0, longest)}…` : safe;
}
