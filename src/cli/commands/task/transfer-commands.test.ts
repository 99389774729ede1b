import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { type RalphIn, ralphInTemporaryFolder } from '../../testing/ralph-in.ts';

const prd = {
  branchName: 'ralph/auth',
  userStories: [
    {
      id: 'US-1',
      title: 'Form',
      acceptanceCriteria: ['It shows'],
      priority: 1,
      passes: true,
      notes: '',
    },
    { id: 'US-2', title: 'Button', acceptanceCriteria: [], priority: 2, passes: false, notes: 'n' },
  ],
};

function write({ root }: RalphIn, name: string, text: string): void {
  writeFileSync(path.join(root, name), text);
}

const read = ({ root }: RalphIn, name: string) => readFileSync(path.join(root, name), 'utf8');

it('a PRD comes in and goes out as it was', async () => {
  const ralph = ralphInTemporaryFolder();
  write(ralph, 'prd.json', JSON.stringify(prd));
  const words = ['task', 'import', 'prd.json', '--feature', 'auth', '--discipline', 'web'];
  const refused = await ralph.error(...words);
  expect(refused).toContain('feature "auth": does not exist (named by 2 tasks)');
  expect(refused).toContain('discipline "web": does not exist');
  expect(await ralph.text(...words, '--create', '--dry-run')).toBe(
    'Would import: 2 new, 0 changed, 0 as they were.\nNew features: auth\nNew disciplines: web',
  );
  expect(await ralph.text('task', 'list')).toBe('No tasks.');
  expect(await ralph.text(...words, '--create')).toContain('Imported: 2 new (#1, #2)');
  expect(await ralph.json(...words)).toEqual({
    format: 'prd',
    dry_run: false,
    created: [],
    updated: [],
    unchanged: [1, 2],
    features: [],
    disciplines: [],
    notes: [],
  });
  expect(await ralph.json('task', 'export', '--format', 'prd')).toEqual(prd);
});

it('a whole project goes into an empty one, by file', async () => {
  const source = ralphInTemporaryFolder();
  write(
    source,
    'tasks.md',
    '## Sign in\n- [ ] Form\n  - discipline: web\n- [x] Button\n  - discipline: web\n',
  );
  await source.text('task', 'import', 'tasks.md', '--create');
  expect(await source.text('task', 'export', '--out', 'all.json')).toContain('Wrote ');
  const target = ralphInTemporaryFolder();
  await target.text('task', 'import', path.join(source.root, 'all.json'));
  expect(await target.text('task', 'export')).toBe(read(source, 'all.json').trimEnd());
  expect(await target.error('task', 'export', '--feature', 'sign-in')).toContain(
    '--format md or prd',
  );
});

it('a Markdown list is written, and replaced only when asked for', async () => {
  const ralph = ralphInTemporaryFolder();
  await ralph.text('feature', 'add', 'auth', '--description', 'Who you are');
  await ralph.text('discipline', 'add', 'web');
  const add = ['--feature', 'auth', '--discipline', 'web', '--status', 'pending'];
  await ralph.text('task', 'add', 'Form', ...add, '--criterion', 'It shows', '--file', 'src/a.ts');
  await ralph.text('task', 'export', '--format', 'md', '--out', 'tasks.md');
  expect(read(ralph, 'tasks.md')).toMatchInlineSnapshot(`
    "# Tasks

    ## Auth {#auth}

    > Who you are

    - [ ] Form {#T-1}
      - [ ] It shows
      - discipline: web
      - files: src/a.ts
    "
  `);
  expect(await ralph.json('task', 'export', '--format', 'md')).toEqual({
    format: 'md',
    text: read(ralph, 'tasks.md'),
  });
  expect(await ralph.text('task', 'import', 'tasks.md')).toBe(
    'Imported: 0 new, 0 changed, 1 as they were.',
  );
  await ralph.text('task', 'edit', '1', '--title', 'Better form');
  const again = ['task', 'export', '--format', 'md', '--out', 'tasks.md'];
  expect(await ralph.error(...again)).toContain('exists and says something else');
  expect(await ralph.json(...again, '--force')).toMatchObject({ format: 'md' });
  expect(read(ralph, 'tasks.md')).toContain('Better form');
});

it('a file that cannot be imported is refused with each problem, also for programs', async () => {
  const ralph = ralphInTemporaryFolder();
  write(ralph, 'tasks.md', '## auth\n- [ ] T\n  - priorty: high\n- [ ] U\n  - status: finished\n');
  const text = await ralph.error('task', 'import', 'tasks.md');
  expect(text).toContain(
    'tasks.md cannot be imported, 2 problems:\n  line 3: has the unknown field',
  );
  expect(text).toContain('\n  line 4, status: ');
  expect(text).toContain('Nothing was changed.');
  expect(await ralph.json('task', 'import', 'tasks.md')).toMatchObject({
    error: {
      code: 'invalid_argument',
      details: [{ field: 'line 3' }, { field: 'line 4, status' }],
    },
  });
  write(ralph, 'plan.txt', 'words');
  expect(await ralph.error('task', 'import', 'plan.txt')).toContain('none of the known formats');
});
