import { countTokens } from '../base/tokens.ts';
import type { Tool } from '../tool/tool.ts';

/** What a listing costs the model that reads it, by the o200k vocabulary. */
export interface ListingTokens {
  readonly tools: number;
  /** Name, description and input schema: what every client passes on. */
  readonly tokens: number;
  /** The same with the output schema, which some clients pass on too. */
  readonly tokens_with_output: number;
}

export async function listingTokens(tools: readonly Tool[]): Promise<ListingTokens> {
  let tokens = 0;
  let withOutput = 0;
  for (const { name, description, inputSchema, outputSchema } of tools) {
    const input = { name, description, inputSchema };
    tokens += await countTokens(JSON.stringify(input));
    withOutput += await countTokens(JSON.stringify({ ...input, outputSchema }));
  }
  return { tools: tools.length, tokens, tokens_with_output: withOutput };
}
