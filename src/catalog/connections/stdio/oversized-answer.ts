import type { JSONRPCMessage } from '@modelcontextprotocol/client';
import { tooLargeCode } from '../message-limit.ts';
import type { OversizedLine } from './message-reader.ts';

const idValue = '(\\d{1,16}|"[^"\\\\]{1,100}")';
const places = [
  {
    part: 'head',
    pattern: new RegExp(`^\\s*\\{\\s*"jsonrpc"\\s*:\\s*"2.0"\\s*,\\s*"id"\\s*:\\s*${idValue}`),
  },
  { part: 'head', pattern: new RegExp(`^\\s*\\{\\s*"id"\\s*:\\s*${idValue}`) },
  { part: 'tail', pattern: new RegExp(`"id"\\s*:\\s*${idValue}\\s*\\}\\s*$`) },
  {
    part: 'tail',
    pattern: new RegExp(`"id"\\s*:\\s*${idValue}\\s*,\\s*"jsonrpc"\\s*:\\s*"2.0"\\s*\\}\\s*$`),
  },
] as const;

/**
 * The error that stands in for an answer too large to hold, so that only its own call fails. Nothing when the line
 * does not show whose answer it is, which is where servers usually write it: at one of the two ends.
 */
export function answerForOversized(line: OversizedLine, limit: number): JSONRPCMessage | undefined {
  for (const { part, pattern } of places) {
    const id = pattern.exec(line[part])?.[1];
    if (id === undefined) continue;
    return {
      jsonrpc: '2.0',
      id: id.startsWith('"') ? id.slice(1, -1) : Number(id),
      error: {
        code: tooLargeCode,
        message: `The answer is ${line.bytes} bytes, over the limit of ${limit}.`,
      },
    };
  }
  return undefined;
}
