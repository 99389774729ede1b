import type { RecordedEvent } from '../../project/store/events.ts';
import type { Invocation } from '../command.ts';
import { table } from './tables.ts';

const longestValue = 40;

export function renderHistory(events: readonly RecordedEvent[], invocation: Invocation): string {
  const rows = events.map((event) => [
    event.at.slice(0, 19).replace('T', ' '),
    event.session_id === null ? event.author : `${event.author} (${event.session_id})`,
    event.tool,
    event.action,
    changes(event),
  ]);
  return table(['WHEN', 'WHO', 'BY', 'WHAT', 'CHANGED'], rows, invocation, {
    wrap: true,
  });
}

/** `priority: "low" → "high"`; a whole record that came or went is not repeated here. */
function changes({ before, after }: RecordedEvent): string {
  if (!before || !after) return '';
  return Object.keys(after)
    .filter((field) => field !== 'updated_at')
    .map((field) => `${field}: ${shown(before[field])} → ${shown(after[field])}`)
    .join('; ');
}

function shown(value: unknown): string {
  const text = JSON.stringify(value) ?? 'nothing';
  return text.length > longestValue ? `${text.slice(0, longestValue - 1)}…` : text;
}
