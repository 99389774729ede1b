import type { CommandNode, CommandSpec, CommandTree, OptionSpec } from './command.ts';
import { globalOptionsFor, versionOption } from './global-options.ts';
import { argumentTerm, optionTerm } from './spec-terms.ts';
import type { Style } from './terminal/style.ts';
import { padEnd, textWidth, wrapText } from './terminal/text-width.ts';

/** Everything a help page is made from: a command, a group, or both. */
export interface HelpSubject {
  /** The words that name it, without `ralph`. */
  readonly path: readonly string[];
  readonly summary: string;
  readonly spec: CommandSpec | undefined;
  readonly commands: CommandTree | undefined;
}

export async function helpSubject(
  path: readonly string[],
  node: CommandNode | undefined,
  tree: CommandTree,
): Promise<HelpSubject> {
  if (!node) return { path, summary: programSummary, spec: undefined, commands: tree };
  const spec = await node.load?.();
  return {
    path,
    summary: node.summary,
    spec,
    commands: 'commands' in node ? node.commands : undefined,
  };
}

const programSummary =
  'Runs any coding agent in a loop until the work is proven done, and decides what each launch reads and can do.';

export function usageLine({ path, spec, commands }: Omit<HelpSubject, 'summary'>): string {
  const name = ['ralph', ...path].join(' ');
  const args = (spec?.arguments ?? []).map((argument) => ` ${argumentTerm(argument)}`).join('');
  const own = `${name}${args} [options]`;
  if (!commands) return own;
  const group = `${name} <command>`;
  return spec ? `${own}\n${group}` : group;
}

export function renderHelp(subject: HelpSubject, style: Style): string {
  const { spec, commands, path } = subject;
  const { colors, width } = style;
  const section = (title: string, body: readonly string[]) =>
    body.length > 0 ? ['', colors.bold(`${title}:`), ...body] : [];
  const own = (spec?.options ?? []).filter(({ internal }) => !internal).map(optionRow);
  const globals = [...globalOptionsFor(spec), ...(path.length === 0 ? [versionOption] : [])].map(
    optionRow,
  );
  const list = (rows: readonly Row[], aligned = rows) => definitions(rows, aligned, style);

  const lines = [
    ...wrapText(subject.summary, width),
    ...(spec?.description ? ['', ...wrapText(spec.description, width)] : []),
    ...section(
      'Usage',
      usageLine(subject)
        .split('\n')
        .map((line) => `  ${line}`),
    ),
    ...section('Commands', list(Object.entries(commands ?? {}).map(commandRow))),
    ...section('Arguments', list((spec?.arguments ?? []).map(argumentRow))),
    ...section('Options', list(own, [...own, ...globals])),
    ...section('Global options', list(globals, [...own, ...globals])),
    ...section('Examples', examples(spec, style)),
    ...(commands
      ? ['', `Run "${['ralph', ...path].join(' ')} <command> --help" for one of them.`]
      : []),
  ];
  return lines.join('\n');
}

interface Row {
  readonly term: string;
  readonly text: string;
}

const commandRow = ([name, node]: readonly [string, CommandNode]): Row => ({
  term: name,
  text: node.summary,
});

const argumentRow = (argument: NonNullable<CommandSpec['arguments']>[number]): Row => ({
  term: argumentTerm(argument),
  text: describedItem(argument),
});

const optionRow = (option: OptionSpec): Row => ({
  // Long options line up whether or not they have a short form.
  term: option.short === undefined ? `    ${optionTerm(option)}` : optionTerm(option),
  text: describedItem(option),
});

/** A description is a phrase: the notes that follow it would look odd after a full stop. */
export function describedItem(
  item: Pick<OptionSpec, 'description' | 'choices' | 'default' | 'repeatable'>,
): string {
  const text = item.description.replace(/\.$/, '');
  const notes = [
    ...(item.choices ? [`one of: ${item.choices.join(', ')}`] : []),
    ...(item.default === undefined ? [] : [`default: ${item.default}`]),
    ...(item.repeatable ? ['repeatable'] : []),
  ];
  return notes.length > 0 ? `${text} (${notes.join('; ')})` : text;
}

/** Terms in one column, their texts wrapped in the next, which starts where that of `aligned` does. */
function definitions(
  rows: readonly Row[],
  aligned: readonly Row[],
  { colors, width }: Style,
): string[] {
  const termWidth = Math.min(30, Math.max(0, ...aligned.map((row) => textWidth(row.term))));
  const indent = 2 + termWidth + 2;
  return rows.flatMap(({ term, text }) => {
    const lines = wrapText(text, Math.max(24, width - indent));
    const head = `  ${colors.cyan(padEnd(term, termWidth))}  `;
    const fits = textWidth(term) <= termWidth;
    const body = lines.map((line, i) => (i === 0 && fits ? head : ' '.repeat(indent)) + line);
    return fits ? body : [`  ${colors.cyan(term)}`, ...body];
  });
}

function examples(spec: CommandSpec | undefined, { colors, width }: Style): string[] {
  return (spec?.examples ?? []).flatMap(({ command, does }) => [
    `  ${command}`,
    ...wrapText(does, width - 6).map((line) => `      ${colors.dim(line)}`),
  ]);
}
