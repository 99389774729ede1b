import { mkdirSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import type { CommandSpec, CommandTree } from './command.ts';
import { commandTree } from './command-tree.ts';
import { ralphInTemporaryFolder } from './testing/ralph-in.ts';

interface Found {
  readonly words: readonly string[];
  readonly spec: CommandSpec;
}

async function commandsOf(tree: CommandTree, above: readonly string[] = []): Promise<Found[]> {
  const found: Found[] = [];
  for (const [name, node] of Object.entries(tree)) {
    const words = [...above, name];
    const spec = await node.load?.();
    if (spec) found.push({ words, spec });
    if ('commands' in node) found.push(...(await commandsOf(node.commands, words)));
  }
  return found;
}

const readers = (await commandsOf(commandTree)).filter(({ spec }) => spec.reads);

it.each(readers.map((found) => [found.words.join(' '), found] as const))(
  'ralph %s leaves nothing behind where Ralph has never been',
  async (_, { words, spec }) => {
    const ralph = ralphInTemporaryFolder();
    mkdirSync(path.join(ralph.root, 'empty'));
    const empty = path.join(ralph.root, 'empty');
    const needed = (spec.arguments ?? []).filter(({ required }) => required).map(() => '1');
    const { stdout, stderr } = await ralph.run(...words, ...needed, '--root', empty);
    expect(stdout + stderr).not.toBe('');
    expect(stderr).not.toContain('Usage:');
    expect(readdirSync(empty)).toEqual([]);
  },
);

it.each(['context search', 'task list', 'catalog search', 'runs list'])(
  '%s is one that only reads',
  (name) => {
    expect(readers.map(({ words }) => words.join(' '))).toContain(name);
  },
);

it('what is there already is read where it is', async () => {
  const ralph = ralphInTemporaryFolder();
  await ralph.text('context', 'add', 'Deploy with make release.', '--type', 'skill');
  await ralph.text('feature', 'add', 'auth');
  expect(await ralph.text('context', 'search', 'deploy')).toContain('make release');
  expect(await ralph.text('feature', 'list')).toContain('auth');
});
