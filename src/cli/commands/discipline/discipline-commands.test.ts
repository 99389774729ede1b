import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { ralphInTemporaryFolder } from '../../testing/ralph-in.ts';

it('disciplines are added, listed, shown, edited and deleted', async () => {
  const ralph = ralphInTemporaryFolder();
  expect(await ralph.text('discipline', 'list')).toContain('No disciplines.');
  await ralph.text('discipline', 'add', 'backend', '--acronym', 'BE', '--skill', 'sql');
  await ralph.text(
    ...['discipline', 'add', 'docs', '--display-name', 'Writing', '--icon', 'pen'],
    ...['--color', 'teal', '--persona', 'You write.', '--conventions', 'Short.'],
  );
  expect(await ralph.text('discipline', 'list')).toBe(
    [
      'DISCIPLINE  ACRONYM  NAME     SKILLS',
      'backend     BE       Backend  sql',
      'docs                 Writing',
    ].join('\n'),
  );
  writeFileSync(
    path.join(ralph.root, 'servers.json'),
    JSON.stringify({ db: { command: 'db-server' } }),
  );
  await ralph.text(
    'discipline',
    'edit',
    'docs',
    '--skill',
    'prose',
    '--mcp-servers',
    '@servers.json',
  );
  expect(await ralph.json('discipline', 'show', 'docs')).toMatchObject({
    display_name: 'Writing',
    icon: 'pen',
    color: 'teal',
    system_prompt: 'You write.',
    conventions: 'Short.',
    skills: ['prose'],
    mcp_servers: { db: { command: 'db-server' } },
  });
  expect(await ralph.error('discipline', 'edit', 'docs', '--mcp-servers', '{')).toContain(
    'not JSON',
  );
  expect(await ralph.error('discipline', 'edit', 'docs')).toContain('Nothing was given to change.');
  expect(await ralph.text('discipline', 'delete', 'docs')).toBe('Deleted docs.');
});

describe('restricting a discipline', () => {
  it('adds up, shows, and is given back', async () => {
    const ralph = ralphInTemporaryFolder();
    await ralph.text('discipline', 'add', 'docs');
    const restrict = ['discipline', 'restrict', 'docs'] as const;
    expect(await ralph.text(...restrict)).toBe('Sessions of docs have every tool of their recipe.');
    await ralph.text(...restrict, 'append_learning');
    await ralph.text(...restrict, 'comment.*', 'append_learning');
    await ralph.text(...restrict, 'ask_human', '--in', 'task_execution');
    const overrides = {
      additional_disabled: ['append_learning', 'comment.*'],
      remove_in: { task_execution: ['ask_human'] },
    };
    expect(await ralph.json(...restrict)).toEqual({
      discipline: 'docs',
      mcp_tool_overrides: overrides,
    });
    expect(await ralph.json('discipline', 'show', 'docs')).toMatchObject({
      mcp_tool_overrides: overrides,
    });
    expect(await ralph.text(...restrict)).toBe(
      'Sessions of docs go without:\n  always: append_learning, comment.*\n  in task_execution: ask_human',
    );
    // What was set is what a session is planned by.
    const plan = ['session', 'plan', '--recipe', 'task_execution', '--discipline', 'docs'];
    const { enabled_tools } = Object(await ralph.json(...plan));
    expect(enabled_tools).toContain('complete_task');
    for (const tool of ['append_learning', 'add_task_comment', 'ask_human']) {
      expect(enabled_tools).not.toContain(tool);
    }
    expect(await ralph.json(...restrict, '--clear', '--in', 'task_execution')).toMatchObject({
      mcp_tool_overrides: { ...overrides, remove_in: {} },
    });
    expect(await ralph.json(...restrict, 'get_task', '--clear')).toMatchObject({
      mcp_tool_overrides: { additional_disabled: ['get_task'], remove_in: {} },
    });
  });

  it.each([
    [['docs', 'ask_humn'], 'Neither a tool nor a category: "ask_humn" Did you mean "ask_human"?'],
    [['docs', 'coment.*'], 'Did you mean "comment.*"?'],
    [['docs', 'get_task', '--in', 'task_exec'], 'There is no recipe "task_exec"'],
    [['dcos', 'get_task'], 'There is no discipline "dcos". Did you mean "docs"?'],
  ])('%j is refused', async (words, message) => {
    const ralph = ralphInTemporaryFolder();
    await ralph.text('discipline', 'add', 'docs');
    expect(await ralph.error('discipline', 'restrict', ...words)).toContain(message);
    expect(await ralph.json('discipline', 'show', 'docs')).toMatchObject({
      mcp_tool_overrides: {},
    });
  });
});
