import { closest } from '../../../base/suggest.ts';
import { readInline, readQuoted } from './inline-text.ts';
import { readFieldValue } from './read-field-value.ts';
import {
  type FieldName,
  type FieldValue,
  isFieldName,
  type MarkdownTask,
  markdownFields,
} from './task-fields.ts';

/** One line of the file without its indentation. */
export interface Line {
  readonly number: number;
  readonly indent: number;
  readonly content: string;
  /** An empty line stands before it. */
  readonly afterGap: boolean;
}

/** A task whose lines are still being read. */
export interface OpenTask {
  add(line: Line): void;
  close(): MarkdownTask;
}

type Complain = (line: number, message: string) => void;

const criterionLine = /^[-*+] +\[([ xX])\](?: +(.*))?$/su;
const fieldLine = /^[-*+] +([A-Za-z][A-Za-z ]*):(?:[ \t]+(.*))?$/su;
const itemLine = /^[-*+] +(.*)$/su;

export function openTask(
  start: Pick<MarkdownTask, 'line' | 'checked' | 'title' | 'key'>,
  complain: Complain,
): OpenTask {
  const values = new Map<FieldName, FieldValue>();
  const description: string[] = [];
  let criteria: { text: string; met: boolean }[] | undefined;
  /** By how much the lines of this task are indented, which the first of them decides. */
  let ownIndent: number | undefined;
  let open: { readonly name: FieldName; readonly lines: string[] } | 'criterion' | undefined;

  function closeField(): void {
    if (typeof open === 'object') {
      const { kind } = markdownFields[open.name];
      values.set(open.name, kind === 'text' ? open.lines.join('\n') : open.lines);
    }
    open = undefined;
  }

  function startField(name: FieldName, written: string | undefined, line: number): void {
    if (values.has(name)) complain(line, `says "${name}" a second time`);
    const { kind } = markdownFields[name];
    if (written === undefined || written.trim() === '') {
      if (kind === 'text' || kind === 'list' || kind === 'words') open = { name, lines: [] };
      else complain(line, `gives no value for "${name}"`);
      return;
    }
    const value = readFieldValue(name, written);
    if (value === undefined) {
      complain(line, `needs ${kind === 'number' ? 'a whole number' : 'JSON'} for "${name}"`);
    } else values.set(name, value);
  }

  function ownLine({ content, number, afterGap }: Line): void {
    closeField();
    const criterion = criterionLine.exec(content);
    const field = fieldLine.exec(content);
    const name = field?.[1]?.toLowerCase().trim() ?? '';
    if (content.startsWith('>')) description.push(readQuoted(content));
    else if (criterion) {
      criteria ??= [];
      criteria.push({ text: readInline(criterion[2] ?? ''), met: criterion[1] !== ' ' });
      open = 'criterion';
    } else if (field && isFieldName(name)) startField(name, field[2], number);
    else {
      const meant = field ? closest(name, Object.keys(markdownFields)) : undefined;
      if (meant !== undefined) {
        complain(number, `has the unknown field "${name}". Did you mean "${meant}"?`);
      }
      if (afterGap && description.length > 0) description.push('');
      description.push(content);
    }
  }

  function deeperLine(line: Line): void {
    const { content, number } = line;
    if (typeof open === 'object') {
      const isText = markdownFields[open.name].kind === 'text';
      const listItem = itemLine.exec(content);
      if (isText && content.startsWith('>')) open.lines.push(readQuoted(content));
      else if (isText) open.lines.push(content);
      else if (listItem) open.lines.push(readInline(listItem[1] ?? ''));
      else complain(number, `is no item of the list "${open.name}"`);
      return;
    }
    const last = criteria?.at(-1);
    if (open === 'criterion' && last && !itemLine.test(content)) {
      last.text = `${last.text} ${content.trim()}`;
      return;
    }
    if (line.afterGap && description.length > 0) description.push('');
    description.push(content);
  }

  return {
    add(line) {
      ownIndent ??= line.indent;
      if (line.indent <= ownIndent) ownLine(line);
      else deeperLine(line);
    },
    close() {
      closeField();
      if (description.length > 0) values.set('description', description.join('\n'));
      const key = values.get('key');
      values.delete('key');
      return { ...start, key: typeof key === 'string' ? key : start.key, criteria, values };
    },
  };
}
