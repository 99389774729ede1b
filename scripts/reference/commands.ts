import type {
  ArgumentSpec,
  CommandNode,
  CommandSpec,
  CommandTree,
  OptionSpec,
} from '../../src/cli/command.ts';
import { commandTree } from '../../src/cli/command-tree.ts';
import { globalOptionsFor, versionOption } from '../../src/cli/global-options.ts';
import { describedItem, helpSubject, usageLine } from '../../src/cli/render-help.ts';
import { argumentTerm, optionTerm } from '../../src/cli/spec-terms.ts';
import { code, page, table } from './markdown.ts';

/** docs/reference/commands.md: every command with its flags and examples, from the tree that `--help` reads. */
export async function commandReference(): Promise<string> {
  const lines = [
    '# Commands',
    '',
    'Generated from the command tree by `npm run generate`: do not edit. `ralph COMMAND --help` prints the same for one command.',
    '',
    'Exit codes: 0 done, 1 failed, 2 wrong arguments, 130 cancelled. Every command also takes these, unless it says something else about one of them:',
    '',
    ...table(['option', 'meaning'], [...globalOptionsFor(), versionOption].map(optionRow)),
    ...table(['command', 'does'], overview(commandTree)),
  ];
  for (const [name, node] of Object.entries(commandTree)) {
    lines.push(`## ${name}`, '', ...(await sections([name], node)));
  }
  return page(lines);
}

function overview(tree: CommandTree): string[][] {
  return Object.entries(tree).map(([name, node]) => {
    const inside = 'commands' in node ? ` ${Object.keys(node.commands).join(' · ')}` : '';
    return [`[${name}](#${name})${inside}`, node.summary];
  });
}

async function sections(path: readonly string[], node: CommandNode): Promise<string[]> {
  const subject = await helpSubject(path, node, commandTree);
  const { spec, commands } = subject;
  const lines = [`${subject.summary}.`, ''];
  if (spec) lines.push(...specLines(spec, usageLine({ path, spec, commands: undefined })));
  for (const [name, child] of Object.entries(commands ?? {})) {
    const inner = [...path, name];
    lines.push(`### ralph ${inner.join(' ')}`, '', ...(await sections(inner, child)));
  }
  return lines;
}

function specLines(spec: CommandSpec, usage: string): string[] {
  const options = (spec.options ?? []).filter(({ internal }) => !internal);
  return [
    ...(spec.description ? [spec.description, ''] : []),
    '```',
    usage,
    '```',
    '',
    ...table(
      ['argument or option', 'meaning'],
      [...(spec.arguments ?? []).map(argumentRow), ...options.map(optionRow)],
    ),
    '```sh',
    ...spec.examples.flatMap(({ command, does }) => [`# ${does}`, command]),
    '```',
    '',
  ];
}

function argumentRow(argument: ArgumentSpec): string[] {
  return [code(argumentTerm(argument)), describedItem(argument)];
}

function optionRow(option: OptionSpec): string[] {
  return [code(optionTerm(option)), describedItem(option)];
}
