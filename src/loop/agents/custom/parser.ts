import type { StreamParser } from '../adapter.ts';
import { parseJsonLine } from '../stream/json-line.ts';
import { readMarkedEvent } from './marked-event.ts';

const mark = '@@RALPH@@';

/** Plain lines are what the agent says; a marked line is one event as JSON. */
export function markedLineParser(): StreamParser {
  return {
    line(line) {
      if (!line.startsWith(mark)) return [{ kind: 'text', text: line }];
      const event = parseJsonLine(line.slice(mark.length));
      return [(event && readMarkedEvent(event)) ?? { kind: 'raw', line }];
    },
    end: () => [],
  };
}
