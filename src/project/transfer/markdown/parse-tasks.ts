import type { TransferProblem } from '../problem.ts';
import { readInline, readQuoted, readWithKey } from './inline-text.ts';
import { type OpenTask, openTask } from './open-task.ts';
import type { MarkdownFeature } from './task-fields.ts';

export interface ParsedTasks {
  readonly features: readonly MarkdownFeature[];
  readonly problems: readonly TransferProblem[];
  /** Lines that say nothing about tasks. */
  readonly ignored: readonly number[];
}

type OpenFeature = Pick<MarkdownFeature, 'line' | 'heading'> & {
  readonly description: string[];
  readonly tasks: OpenTask[];
};

const headingLine = /^(#{1,6})[ \t]+(.*)$/su;
const taskLine = /^(?:[-*+]|\d{1,9}[.)]) +\[([ xX])\](?: +(.*))?$/su;
const codeFence = /^(?:```|~~~)/;

/** Reads a Markdown task list: headings are features, items with a box are tasks, what is below is theirs. */
export function parseTasks(source: string): ParsedTasks {
  const lines = source.replace(/^\uFEFF/, '').split(/\r?\n/);
  // A file that has only top headings means features by them; else those are titles.
  const featureLevel = lines.some((line) => /^#{2,6}[ \t]/.test(line)) ? 2 : 1;
  const problems: TransferProblem[] = [];
  const complain = (line: number, message: string) =>
    problems.push({ place: `line ${line}`, message });
  const ignored: number[] = [];
  let feature: OpenFeature = { line: 0, heading: null, description: [], tasks: [] };
  const features = [feature];
  let inCode = false;
  let afterGap = false;

  for (const [index, text] of lines.entries()) {
    const number = index + 1;
    const content = text.trimStart();
    const indent = columns(text.slice(0, text.length - content.length));
    const task = feature.tasks.at(-1);
    const heading = indent < 2 ? headingLine.exec(content) : null;
    const box = indent < 2 ? taskLine.exec(content) : null;
    if (indent < 2 && codeFence.test(content)) {
      inCode = !inCode;
      ignored.push(number);
    } else if (inCode) ignored.push(number);
    else if (content === '') {
      afterGap = true;
      continue;
    } else if (heading) {
      if ((heading[1]?.length ?? 0) >= featureLevel) {
        const named = readWithKey(heading[2] ?? '');
        feature = { line: number, heading: named, description: [], tasks: [] };
        features.push(feature);
      }
    } else if (box) {
      const { text: title, key } = readWithKey(box[2] ?? '');
      if (title.trim() === '') complain(number, 'has no title');
      const checked = box[1] !== ' ';
      feature.tasks.push(openTask({ line: number, checked, title, key }, complain));
    } else if (indent >= 2 && task) task.add({ number, indent, content, afterGap });
    else if (!task && feature.heading) {
      if (afterGap && feature.description.length > 0) feature.description.push('');
      feature.description.push(featureText(content));
    } else ignored.push(number);
    afterGap = false;
  }
  return {
    features: features.map(({ description, tasks, ...rest }) => ({
      ...rest,
      description: description.join('\n'),
      tasks: tasks.map((task) => task.close()),
    })),
    problems,
    ignored,
  };
}

function featureText(content: string): string {
  if (content.startsWith('>')) return readQuoted(content);
  const written = /^description: (".*)$/su.exec(content)?.[1];
  return written === undefined ? content : readInline(written);
}

/** A tab is as wide as a level of a list in most editors. */
function columns(space: string): number {
  return space.replaceAll('\t', '    ').length;
}
