import { count, type Fields, fields } from './json-line.ts';
import { addUsage, noUsage, type Usage } from './usage.ts';

/** Claude counts cached input beside the rest; some that speak its format count it within. */
export type CachedInput = 'beside' | 'within';

/** The `usage` of a message or of a result. */
export function readUsage(value: unknown, cachedInput: CachedInput): Usage {
  const usage = fields(value);
  const cached = count(usage.cache_read_input_tokens);
  const beside = cached + count(usage.cache_creation_input_tokens);
  return {
    input: count(usage.input_tokens) + (cachedInput === 'beside' ? beside : 0),
    output: count(usage.output_tokens),
    cached,
  };
}

/** A result's totals. Those by model are preferred: they include what helper agents used. */
export function readTotals(result: Fields, cachedInput: CachedInput): Usage | undefined {
  const models = Object.values(fields(result.modelUsage)).map((model): Usage => {
    const usage = fields(model);
    const cached = count(usage.cacheReadInputTokens);
    const input = count(usage.inputTokens) + cached + count(usage.cacheCreationInputTokens);
    return { input, output: count(usage.outputTokens), cached };
  });
  if (models.length > 0) return models.reduce(addUsage, noUsage);
  return result.usage === undefined ? undefined : readUsage(result.usage, cachedInput);
}
