import { readdirSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import type { CommandNode, CommandSpec, CommandTree } from '../src/cli/command.ts';
import { commandTree } from '../src/cli/command-tree.ts';
import { parseCommand } from '../src/cli/parse-command.ts';
import { route } from '../src/cli/route.ts';
import { runProgram } from '../src/cli/run-program.ts';
import { textWidth } from '../src/cli/terminal/text-width.ts';
import { capturedOutput } from '../src/cli/testing/captured-output.ts';
import { shellWords } from './support/shell-words.ts';

function everyNode(tree: CommandTree, above: readonly string[] = []): [string, CommandNode][] {
  return Object.entries(tree).flatMap(([name, node]) => {
    const words = [...above, name];
    return [
      [words.join(' '), node],
      ...('commands' in node ? everyNode(node.commands, words) : []),
    ];
  });
}

const nodes = everyNode(commandTree);
const commands = nodes.flatMap(([name, { load }]) => (load ? [[name, load] as const] : []));

async function help(words: readonly string[]): Promise<string> {
  const { output, stdout } = capturedOutput();
  const { signal } = new AbortController();
  const argv = [...words, '--help'];
  await runProgram({ tree: commandTree, argv, env: {}, cwd: '/', output, signal });
  return `${stdout()}\n`;
}

describe('the contract of --help', () => {
  const folder = path.join(import.meta.dirname, 'contracts/help');
  const names = ['', ...nodes.map(([name]) => name)];
  const fileOf = (words: readonly string[]) => `${['ralph', ...words].join('-')}.txt`;
  const wordsOf = (name: string) => name.split(' ').filter(Boolean);

  it.each(names)('ralph %s', async (name) => {
    const text = await help(wordsOf(name));
    await expect(text).toMatchFileSnapshot(path.join(folder, fileOf(wordsOf(name))));
    for (const line of text.split('\n').filter((l) => !l.startsWith('  ralph '))) {
      expect(textWidth(line)).toBeLessThanOrEqual(80);
    }
  });

  it('holds nothing of commands that are gone', () => {
    expect(readdirSync(folder).sort()).toEqual(names.map((name) => fileOf(wordsOf(name))).sort());
  });
});

describe('every command', () => {
  it.each(nodes)('%s has a summary that is a phrase', (_, { summary }) => {
    expect(summary).toMatch(/^[A-Z].*[^.]$/);
  });

  it.each(commands)('%s has examples', async (name, load) => {
    const { examples } = await load();
    expect(examples.map(({ command }) => command).join()).toContain(`ralph ${name}`);
  });

  it.each(commands)('%s has examples that it understands itself', async (name, load) => {
    const spec = await load();
    for (const { command } of spec.examples) {
      const [line = ''] = command.match(/ralph [^|)]*/) ?? [];
      const found = route(commandTree, shellWords(line).slice(1));
      expect(found.path.join(' ')).toBe(name);
      expect(parseCommand(spec, found.rest)).toMatchObject({ help: false });
    }
  });

  it.each(commands)('%s names each option once', async (_, load) => {
    const spec = await load();
    const names = optionNames(spec);
    expect(new Set(names).size).toBe(names.length);
    for (const name of names) expect(name).toMatch(/^[a-z][a-z-]*$|^[a-zA-Z]$/);
  });
});

function optionNames({ options = [] }: CommandSpec): string[] {
  return options.flatMap(({ name, short }) => (short === undefined ? [name] : [name, short]));
}
