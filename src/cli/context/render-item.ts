import type { ShownItem } from '../../context/show-item.ts';
import { countText } from '../../loop/runs/report/amounts.ts';

export function renderItem(item: ShownItem): string {
  const { content, summary, feedback } = item;
  const line = (name: string, value: unknown) =>
    value === null || value === '' ? [] : [`${name}: ${String(value)}`];
  return [
    `${item.id} ${item.content_type}, ${item.state}`,
    ...line('stored', `${item.created_at}, iteration ${item.created_iteration}, by ${item.source}`),
    ...line('run', item.source_run),
    ...line('task', item.source_task),
    ...line('commit', item.source_commit),
    ...line('tags', item.tags.join(', ')),
    ...line('files', item.cited_files.map(({ path }) => path).join(', ')),
    ...line('changed since', item.stale_files.join(', ')),
    ...line('archive', item.archived_in),
    `usefulness: ${item.usefulness_score} by feedback, ${item.usefulness_estimate.toFixed(2)} in all`,
    `trust: ${item.trust}; recalled ${countText(item.access_count, 'time')}`,
    ...line('supersedes', item.supersedes),
    ...line('superseded by', item.superseded_by),
    ...line('fixes', item.fixes),
    ...line('fixed by', item.fixed_by),
    ...feedback.map(
      ({ helpful, reason, author, at }) =>
        `${at.slice(0, 10)} ${author}: ${helpful ? 'helpful' : 'not helpful'}${reason ? `, ${reason}` : ''}`,
    ),
    '',
    content,
    ...(summary === null || summary === content ? [] : ['', 'Shown as:', summary]),
  ].join('\n');
}
