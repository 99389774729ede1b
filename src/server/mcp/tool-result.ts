import type { CallToolResult } from '@modelcontextprotocol/server';
import type { ErrorPayload, ToolOutcome } from '../../tool/invoke-tool.ts';
import type { JsonSchema } from '../../tool/tool.ts';

export function toolResult(outcome: ToolOutcome): CallToolResult {
  if (!outcome.ok) return errorResult(outcome.error);
  const blocks = [
    ...(outcome.text === '' ? [] : [{ type: 'text', text: outcome.text }]),
    ...(outcome.content ?? []),
  ];
  return {
    // The registry's blocks are the protocol's: the SDK checks each against its schema before sending.
    content: blocks as CallToolResult['content'],
    ...(outcome.structured !== undefined && { structuredContent: outcome.structured }),
    ...(outcome.meta !== undefined && { _meta: outcome.meta }),
  };
}

/** A refusal is a result, so that the model reads what to do; clients that script read the same as data. */
export function errorResult(error: ErrorPayload): CallToolResult {
  return {
    isError: true,
    content: [{ type: 'text', text: `${error.code}: ${error.message}\n${error.hint}` }],
    structuredContent: { ...error },
  };
}

/**
 * The listed output schema admits the error shape as well. Clients built on the first SDK check structured
 * content even of errors, and would hide the refusal behind a complaint about its shape.
 */
export function outputSchemaWithErrors(schema: JsonSchema): JsonSchema {
  const { required, additionalProperties: _, ...rest } = schema;
  return { ...rest, anyOf: [{ required: required ?? [] }, { required: ['code', 'hint'] }] };
}
