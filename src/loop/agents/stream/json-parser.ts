import type { AgentEvent, StreamParser } from '../adapter.ts';
import { type Fields, parseJsonLine } from './json-line.ts';

/** What one kind of event means; undefined when this reader does not know it. */
export type EventReader = (event: Fields) => readonly AgentEvent[] | undefined;

/** A parser of JSON lines. What is no JSON, or of a type that has no reader, is passed on as it came. */
export function jsonParser(
  readers: Readonly<Record<string, EventReader>>,
  end: StreamParser['end'] = () => [],
): StreamParser {
  return {
    line(line) {
      const event = parseJsonLine(line);
      const type = event?.type;
      const reader =
        typeof type === 'string' && Object.hasOwn(readers, type) ? readers[type] : undefined;
      return (event && reader?.(event)) ?? [{ kind: 'raw', line }];
    },
    end,
  };
}
