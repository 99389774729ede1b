import { z } from 'zod';
import type { AgentEvent } from '../adapter.ts';

const name = z.string().max(200);
const tokens = z.int().min(0);

/** The events that a custom agent may report, field by field as the loop knows them. */
const markedEvent = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('text'), text: z.string() }),
  z.object({
    kind: z.literal('tool_start'),
    id: name,
    tool: name,
    input: z.json().exactOptional(),
  }),
  z.object({
    kind: z.literal('tool_end'),
    id: name,
    tool: name,
    ok: z.boolean(),
    output: z.string().exactOptional(),
  }),
  z.object({
    kind: z.literal('usage'),
    input_tokens: tokens,
    output_tokens: tokens,
    cached_tokens: tokens.exactOptional(),
  }),
  z.object({ kind: z.literal('cost'), usd: z.number().min(0) }),
  z.object({
    kind: z.literal('rate_limit'),
    resets_at: z.iso.datetime({ offset: true }).exactOptional(),
    retry_after_s: z.number().min(0).exactOptional(),
    message: z.string(),
  }),
  z.object({ kind: z.literal('permission_denied'), tool: name }),
  z.object({
    kind: z.literal('mcp_status'),
    server: name,
    status: z.enum(['connected', 'failed', 'unknown']),
    message: z.string().exactOptional(),
  }),
  z.object({
    kind: z.literal('error'),
    message: z.string(),
    auth: z.boolean().exactOptional(),
  }),
  z.object({ kind: z.literal('final'), text: z.string() }),
]);

export function readMarkedEvent(value: unknown): AgentEvent | undefined {
  return markedEvent.safeParse(value).data;
}
