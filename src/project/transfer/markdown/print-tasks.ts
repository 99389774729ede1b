import { fitCommas, fitsSuffix, inlineText, quotedLines, withKey } from './inline-text.ts';
import {
  type FieldName,
  type FieldValue,
  isFieldName,
  type MarkdownFeature,
  type MarkdownTask,
  markdownFields,
} from './task-fields.ts';

type PrintedTask = Omit<MarkdownTask, 'line'>;
export type PrintedFeature = Omit<MarkdownFeature, 'line' | 'tasks'> & {
  readonly tasks: readonly PrintedTask[];
};

/** A task list that people can read and edit, and that reads back as what it was printed from. */
export function printTasks(features: readonly PrintedFeature[]): string {
  const parts = features.map(({ heading, description, tasks }) => [
    ...(heading ? ['', `## ${withKey(heading.text, heading.key)}`] : []),
    ...(description === '' ? [] : ['', ...featureText(description)]),
    ...(tasks.length === 0 ? [] : ['', ...tasks.flatMap(taskLines)]),
  ]);
  return `${['# Tasks', ...parts.flat()].join('\n')}\n`;
}

function featureText(description: string): string[] {
  return quotedLines(description) ?? [`description: ${JSON.stringify(description)}`];
}

function taskLines({ checked, title, key, criteria, values }: PrintedTask): string[] {
  const fields = new Map(values);
  if (key !== null && !fitsSuffix(key)) fields.set('key', key);
  const description = fields.get('description');
  const quoted = typeof description === 'string' ? quotedLines(description) : undefined;
  if (quoted) fields.delete('description');
  // In the order of the table, so that the same tasks always give the same file.
  const names = Object.keys(markdownFields).filter(isFieldName);
  return [
    `- [${checked ? 'x' : ' '}] ${withKey(title, key)}`,
    ...(quoted ?? []).map((line) => `  ${line}`),
    ...(criteria ?? []).map(({ text, met }) => `  - [${met ? 'x' : ' '}] ${inlineText(text)}`),
    ...names.flatMap((name) => {
      const value = fields.get(name);
      return value === undefined ? [] : fieldLines(name, value).map((line) => `  ${line}`);
    }),
  ];
}

function fieldLines(name: FieldName, value: FieldValue): string[] {
  const { kind } = markdownFields[name];
  const isList = kind === 'list' || kind === 'words';
  if (isList && Array.isArray(value)) {
    const items = value.map(String);
    if (kind === 'words' && items.length > 0 && fitCommas(items)) {
      return [`- ${name}: ${items.join(', ')}`];
    }
    return [`- ${name}:`, ...items.map((item) => `  - ${inlineText(item)}`)];
  }
  if (typeof value === 'string') {
    const block = kind === 'text' && value.includes('\n') ? quotedLines(value) : undefined;
    return block
      ? [`- ${name}:`, ...block.map((line) => `  ${line}`)]
      : [`- ${name}: ${inlineText(value)}`];
  }
  return [`- ${name}: ${JSON.stringify(value)}`];
}
