import type { StreamParser } from '../adapter.ts';
import { claudeParser } from '../stream/claude-parser.ts';
import { failureEvent } from '../stream/failure.ts';
import { count, type Fields, fields, list, parseJsonLine, text } from '../stream/json-line.ts';

/**
 * Reads `qwen -o stream-json`, which ends a failed request as a success: the error is worded as the model's answer,
 * and only its count of tokens, which is zero, shows that no model was there.
 */
export function qwenParser(): StreamParser {
  const parser = claudeParser('within');
  let failure: string | undefined;
  return {
    line(line) {
      const event = parseJsonLine(line);
      if (event?.type === 'assistant') {
        failure = apiError(fields(event.message));
        if (failure !== undefined) return [{ kind: 'raw', line }];
      }
      const events = parser.line(line);
      if (event?.type !== 'result' || failure === undefined) return events;
      const status = Number(/^\[API Error: (\d{3})\b/.exec(failure)?.[1]);
      return [
        ...events.filter(({ kind }) => kind !== 'final'),
        failureEvent({ status, message: failure }),
      ];
    },
    end: parser.end,
  };
}

function apiError(message: Fields): string | undefined {
  const usage = fields(message.usage);
  if (count(usage.input_tokens) + count(usage.output_tokens) > 0) return undefined;
  const said = list(message.content)
    .map((part) => text(fields(part).text))
    .join('');
  return said.startsWith('[API Error: ') ? said : undefined;
}
