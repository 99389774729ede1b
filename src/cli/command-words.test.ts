import { describe, expect, it } from 'vitest';
import { createApp } from '../app/create-app.ts';
import { createLogger } from '../base/logger.ts';
import { commandTree } from './command-tree.ts';
import { commandOfTool } from './command-words.ts';
import { route } from './route.ts';
import { ralphInTemporaryFolder } from './testing/ralph-in.ts';

const task = ['task', 'add', 'Show it', '--feature', 'account', '--discipline', 'web'];

describe('what a tool refuses is told in the words of the command', () => {
  it.each<[readonly string[], string]>([
    [
      ['feature', 'add', 'Words2'],
      '<name>: must be lower-case letters, digits, - and _, at most 64\nRun "ralph feature add --help" to see what it takes.',
    ],
    [['feature', 'add', 'accounts'], 'else call again with --distinct.'],
    [['discipline', 'add', 'Bad Name'], '<name>: must be lower-case letters'],
    [[...task, '--depends-on', '99'], '--depends-on names #99, which does not exist.'],
    [[...task, '--tag', 'x'.repeat(61)], '--tag: must have at most 60 characters'],
    [[...task, '--criterion', 'x'.repeat(1_001)], '--criterion: must have at most 1000 characters'],
    [['task', 'edit', '9', '--title', ''], '--title: must not be empty'],
    [
      ['task', 'show', '9'],
      'There is no task #9.\nSee the tasks and their numbers with: ralph task list',
    ],
    [
      ['catalog', 'schema', 'x/y'],
      'Find tools with "ralph catalog search" and use the ids it answers.',
    ],
    [
      ['run', '--dry-run'],
      'Run ralph init, or name another file as run.prompt_file in ralph.yaml.',
    ],
    [['understand', '--dry-run'], 'Run ralph init, or name another file as --prompt-file.'],
    [['context', 'show', 'nothing'], 'Take the id from "ralph context search"; '],
  ])('%j', async (words, told) => {
    const ralph = ralphInTemporaryFolder();
    await ralph.text('feature', 'add', 'account');
    await ralph.text('discipline', 'add', 'web');
    expect(await ralph.error(...words)).toContain(told);
  });

  it('also where it only gives advice', async () => {
    const ralph = ralphInTemporaryFolder();
    const told = 'No downstream servers are configured. Run: ralph catalog add';
    expect(await ralph.text('catalog', 'hot')).toBe(told);
    expect(await ralph.text('catalog', 'search', 'x')).toBe(told);
  });

  it('and in those of the tool where a tool was called', async () => {
    const ralph = ralphInTemporaryFolder();
    const call = ['tool', 'call', 'create_feature'];
    expect(await ralph.run(...call, '--json', '{"name":"A","display_name":"A"}')).toMatchObject({
      stdout: expect.stringContaining('Fields of create_feature: name, '),
    });
    expect(
      await ralph.run('tool', 'call', 'catalog_schema', '--json', '{"tool":"x/y"}'),
    ).toMatchObject({
      stdout: expect.stringContaining('Find tools with catalog_search'),
    });
  });
});

it('names tools and commands that there are', async () => {
  const logger = createLogger({ write: () => undefined });
  const registry = await createApp({ roots: ['/'], env: {}, logger }).registry();
  for (const [tool, command] of Object.entries(commandOfTool)) {
    expect(registry.get(tool)?.name).toBe(tool);
    expect(route(commandTree, command.split(' ').slice(1)).rest, command).toEqual([]);
  }
});
