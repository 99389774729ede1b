import type { AgentEvent } from '../../agents/adapter.ts';
import { costText, momentText, tokensText } from './amounts.ts';
import { faint, type StoryLine, text, warn } from './story-line.ts';

/** How much of the agent's own doings is told. */
export interface AgentDetail {
  readonly tools: 'summary' | 'full' | 'none';
  readonly system: 'summary' | 'full';
  readonly final: boolean;
}

const longestArgument = 100;
/** Fields that say most about a call, in the agents' own words. */
const tellingFields = [
  'command',
  'cmd',
  'file_path',
  'filePath',
  'path',
  'pattern',
  'query',
  'url',
];

export function agentStory(event: AgentEvent, detail: AgentDetail): readonly StoryLine[] {
  switch (event.kind) {
    case 'tool_start':
      if (detail.tools === 'none') return [];
      return [
        faint(`  ${toolText(event.tool, event.input)}`),
        ...(detail.tools === 'full' ? quoted(inputText(event.input)) : []),
      ];
    case 'tool_end':
      if (detail.tools === 'none') return [];
      return [
        ...(event.ok ? [] : [warn(`${event.tool} failed`)]),
        ...(detail.tools === 'full' ? quoted(event.output ?? '') : []),
      ];
    case 'usage':
      if (detail.system === 'summary') return [];
      return [faint(`  used ${tokensText(event.input_tokens + event.output_tokens)}`)];
    case 'cost':
      return detail.system === 'summary' ? [] : [faint(`  cost ${costText(event.usd)}`)];
    case 'rate_limit':
      return [
        warn(
          `Rate limit: ${firstLine(event.message)}${event.resets_at ? `, over at ${momentText(event.resets_at)}` : ''}`,
        ),
      ];
    case 'permission_denied':
      return [warn(`${event.tool} was not permitted`)];
    case 'mcp_status': {
      const line = `MCP server ${event.server}: ${event.status}${event.message ? ` (${firstLine(event.message)})` : ''}`;
      if (event.status === 'failed') return [warn(line)];
      return detail.system === 'summary' ? [] : [faint(`  ${line}`)];
    }
    case 'error':
      return [warn(detail.system === 'full' ? event.message : firstLine(event.message))];
    case 'final':
      return detail.final && event.text.trim() !== '' ? saidLines(event.text).map(text) : [];
    case 'text':
    case 'raw':
      return [];
  }
}

/** A call in one line: the tool, and of its input what says most. */
export function toolText(tool: string, input: unknown): string {
  const argument = firstLine(tellingArgument(input));
  const short =
    argument.length > longestArgument ? `${argument.slice(0, longestArgument)}…` : argument;
  return short === '' ? tool : `${tool}: ${short}`;
}

function tellingArgument(input: unknown): string {
  if (typeof input === 'string') return input;
  if (typeof input !== 'object' || input === null) return '';
  const fields = new Map<string, unknown>(Object.entries(input));
  for (const name of tellingFields) {
    const value = fields.get(name);
    if (typeof value === 'string') return value;
    if (Array.isArray(value) && value.every((word) => typeof word === 'string'))
      return value.join(' ');
  }
  return [...fields.values()].find((value) => typeof value === 'string') ?? '';
}

function inputText(input: unknown): string {
  if (input === undefined) return '';
  return typeof input === 'string' ? input : JSON.stringify(input, null, 2);
}

function quoted(block: string): StoryLine[] {
  return block.trim() === '' ? [] : lines(block).map((line) => faint(`    ${line}`));
}

/** What the agent says, marked as such line by line, or it could write lines that pass for Ralph's own. */
export function saidLines(said: string): string[] {
  return lines(said.trim()).map((line) => `  | ${line}`);
}

function lines(block: string): string[] {
  return block.trimEnd().split(/\r\n|[\n\r\v\f\u0085\u2028\u2029]/);
}

function firstLine(block: string): string {
  return block.trim().split(/\r?\n/, 1)[0] ?? '';
}
