import { expect, it } from 'vitest';
import { ralphInTemporaryFolder } from '../../testing/ralph-in.ts';

it('features are added, listed, shown, edited, merged and deleted', async () => {
  const ralph = ralphInTemporaryFolder();
  expect(await ralph.text('feature', 'list')).toContain('No features.');
  expect(await ralph.text('feature', 'add', 'sign-in_form')).toBe(
    'Created sign-in_form (Sign in form).',
  );
  await ralph.text(
    ...['feature', 'add', 'billing', '--display-name', 'Billing', '--description', 'Money'],
    ...['--acronym', 'BI', '--architecture', 'Ledger', '--boundaries', 'No tax'],
    ...['--file', 'src/bill.ts', '--knowledge', 'docs', '--depends-on', 'sign-in_form'],
  );
  expect(await ralph.json('feature', 'show', 'billing')).toMatchObject({
    display_name: 'Billing',
    acronym: 'BI',
    architecture: 'Ledger',
    boundaries: 'No tax',
    context_files: ['src/bill.ts'],
    knowledge_paths: ['docs'],
    dependencies: ['sign-in_form'],
  });
  expect(await ralph.text('feature', 'show', 'billing')).toContain('Depends on: sign-in_form');
  const list = await ralph.text('feature', 'list');
  expect(list.split('\n')[0]).toBe('FEATURE       DONE  NAME          DESCRIPTION');
  expect(list.split('\n')[1]).toBe('billing       0/0   Billing       Money');
  expect(await ralph.json('feature', 'list')).toMatchObject({
    features: [{ name: 'billing' }, { name: 'sign-in_form' }],
    next_cursor: null,
  });
  expect(await ralph.json('feature', 'edit', 'billing', '--depends-on', '')).toMatchObject({
    changed: ['dependencies'],
  });
  const merge = ['feature', 'merge', 'sign-in_form', 'billing'];
  expect(await ralph.error(...merge)).toContain('--reason is missing.');
  expect(await ralph.text(...merge, '--reason', 'One thing')).toContain('Merged sign-in_form');
  expect(await ralph.text('feature', 'delete', 'billing')).toBe('Deleted billing.');
});

it('a feature that looks like another needs a word', async () => {
  const ralph = ralphInTemporaryFolder();
  await ralph.text('feature', 'add', 'user-login');
  expect(await ralph.error('feature', 'add', 'user-logins')).toContain('user-login');
  expect(await ralph.text('feature', 'add', 'user-logins', '--distinct')).toContain('Created');
});

it.each([
  [['feature', 'show', 'nowhere'], 1, 'There is no feature "nowhere".'],
  [['feature', 'edit', 'x'], 2, 'Nothing was given to change.'],
  [['feature', 'add', 'Not A Name'], 2, 'must be lower-case letters'],
])('%j is a mistake', async (words, code, message) => {
  const ran = await ralphInTemporaryFolder().run(...words);
  expect(ran).toMatchObject({ code, stdout: '' });
  expect(ran.stderr).toContain(message);
});
