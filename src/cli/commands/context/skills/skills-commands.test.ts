import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { ralphInTemporaryFolder } from '../../../testing/ralph-in.ts';

it('ralph context skills: grows a book, lists it, and hands out what a reflection needs', async () => {
  const ralph = ralphInTemporaryFolder();
  writeFileSync(
    path.join(ralph.root, 'ralph.yaml'),
    'learning:\n  skillbook_path: docs/skills.json\n  mcp_context:\n    embeddings: { provider: none }\n',
  );
  const batch = path.join(ralph.root, 'batch.json');
  const apply = (value: unknown) => {
    writeFileSync(batch, JSON.stringify(value));
    return ralph.text('context', 'skills', 'apply', batch);
  };
  const call = (tool: string, input: object) =>
    ralph.text('tool', 'call', tool, '--json', JSON.stringify(input));

  expect(await ralph.text('context', 'skills', 'list')).toContain('There is no skillbook.');
  const add = { type: 'ADD', section: 'db', content: 'Migrate before the integration tests.' };
  const gone = { type: 'REMOVE', skill_id: 'db-00009' };
  expect(await apply({ reasoning: 'r', operations: [add, gone] })).toBe(
    'Applied 1 of 2 operations.\nREMOVE db-00009: the book has no such skill.',
  );
  const book = JSON.parse(readFileSync(path.join(ralph.root, 'docs/skills.json'), 'utf8'));
  expect(book).toMatchObject({ next_id: 1, sections: { db: ['db-00001'] } });
  expect(await ralph.text('context', 'skills', 'list')).toBe(
    'docs/skills.json: 1 skill, format of ACE 0.7.\n0.50 [db-00001] Migrate before the integration tests.',
  );
  expect(await ralph.text('context', 'search', 'integration', 'tests')).toContain('Migrate before');
  expect(await ralph.json('context', 'skills', 'sync')).toEqual({ skills: 1, embedded: 0 });

  const run = { success: false, iteration: 1 };
  await call('store_iteration_result', { ...run, summary: 'Red.', error: 'no such table' });
  await call('mark_useful', { item_id: 'db-00001', helpful: true, reason: 'it was that' });
  expect(await ralph.json('context', 'skills', 'export', '--last', '5')).toMatchObject({
    format: 'ralph-reflection',
    iterations: [{ iteration: 1, success: false, error: 'no such table', skills_cited: [] }],
    skills: [{ id: 'db-00001', feedback: [{ helpful: true, reason: 'it was that' }] }],
  });
  writeFileSync(batch, '{"operations": [{"type": "DROP"}]}');
  expect(await ralph.error('context', 'skills', 'apply', batch)).toContain('operations.0.type');
});
