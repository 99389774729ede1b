import type { AgentEvent } from '../adapter.ts';
import { count, fields, parseJsonLine } from '../stream/json-line.ts';
import { addUsage, noUsage, type Usage, usageEvents } from '../stream/usage.ts';

/** What `--usage-output-file` says was used. An agent that was killed leaves no such file, or a part of one. */
export function usageFileEvents(json: string | undefined): readonly AgentEvent[] {
  const models = Object.values(fields(parseJsonLine(json ?? '')?.modelMetrics));
  const usage = models.map((model): Usage => {
    const tokens = fields(fields(model).usage);
    return {
      input: count(tokens.inputTokens),
      output: count(tokens.outputTokens),
      cached: count(tokens.cacheReadTokens),
    };
  });
  return usageEvents(usage.reduce(addUsage, noUsage));
}
