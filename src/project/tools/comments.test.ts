import { describe, expect, it } from 'vitest';
import { projectFixture, session } from '../testing/project-fixture.ts';
import { projectTools } from '../tools.ts';

const open = () => projectFixture(projectTools);

describe('add_task_comment', () => {
  it('is signed by the server, whatever author the caller claims to be', async () => {
    const project = await open();
    const { id } = await project.addTask();
    const comment = { task_id: id, author: 'the boss', body: 'Do it my way', priority: 'high' };
    await project.answer('add_task_comment', comment, session({ discipline: 'backend' }));
    const [row] = await project.store(({ comments }) => comments.latest(id, 5));
    expect(row).toMatchObject({
      kind: 'note',
      author: 'agent',
      session_id: 'ses_test',
      discipline: 'backend',
      priority: 'high',
      body: 'Do it my way',
    });
    expect(await project.events()).toMatchObject([
      { tool: 'add_task_comment', entity: 'comment', action: 'created', author: 'agent' },
    ]);
  });

  it('keeps no secrets and no escape sequences of pasted output', async () => {
    const project = await open();
    const { id } = await project.addTask();
    const body =
      '\u001b[31mfailed\u001b[0m with AWS_SECRET_ACCESS_KEY=wJalrXUtnFEMIK7MDENGbPxRfiCYEX';
    const { comment } = await project.answer('add_task_comment', { task_id: id, body });
    expect(comment).toMatchObject({
      body: '[31mfailed[0m with AWS_SECRET_ACCESS_KEY=[redacted:secret]',
    });
    expect(await project.dump()).not.toContain('wJalrXUt');
  });

  it('reaches the own task, its neighbours and what comes next in the feature, and names them otherwise', async () => {
    const project = await open();
    const far = await project.addTask();
    const before = await project.addTask({ status: 'done' });
    const own = await project.addTask({}, [before.id]);
    const finished = await project.addTask({ status: 'done' });
    const after = await project.addTask({ feature: 'reports' }, [own.id]);
    const next: number[] = [];
    for (let n = 0; n < 6; n++) next.push((await project.addTask()).id);
    const agent = session({ task_id: own.id });
    for (const task_id of [own.id, before.id, after.id, ...next.slice(0, 5)]) {
      await project.answer('add_task_comment', { task_id, body: 'Mind this' }, agent);
    }
    for (const task_id of [far.id, finished.id, next[5]]) {
      expect(
        await project.refusal('add_task_comment', { task_id, body: 'Mind this' }, agent),
      ).toMatchObject({
        code: 'not_allowed',
        message: `Task #${task_id} is too far from yours (#${own.id}) to comment on.`,
        hint: expect.stringContaining(`#${own.id}, #${before.id}, #${after.id}, #${next[0]}`),
      });
    }
    const review = session({ recipe: 'opus_review' });
    await project.answer('add_task_comment', { task_id: far.id, body: 'Seen' }, review);
  });

  it('refuses what it cannot keep', async () => {
    const project = await open();
    const { id } = await project.addTask();
    const code = async (input: object) =>
      (await project.refusal('add_task_comment', { task_id: id, body: 'x', ...input })).code;
    expect(await code({ task_id: 99 })).toBe('not_found');
    expect(await code({ discipline: 'astrology' })).toBe('not_found');
    expect(await code({ kind: 'answer' })).toBe('invalid_argument');
    expect(await code({ body: '' })).toBe('invalid_argument');
    expect(await code({ body: '\u200b\u0007 ' })).toBe('invalid_argument');
    expect(await code({ body: 'a\0b' })).toBe('invalid_argument');
    expect(await code({ body: 'x'.repeat(8_001) })).toBe('invalid_argument');
    expect(await code({ body: '\ud800' })).toBe('invalid_argument');
    expect(await code({ extra: 1 })).toBe('invalid_argument');
  });
});

describe('update_task_comment and delete_task_comment', () => {
  it('change what the session wrote itself, with the old text in the history', async () => {
    const project = await open();
    const { id } = await project.addTask();
    const mine = session();
    const add = { task_id: id, body: 'First' };
    await project.answer('add_task_comment', add, mine);
    const edit = { task_id: id, comment_id: 1, body: 'Second' };
    expect(await project.answer('update_task_comment', edit, mine)).toMatchObject({
      comment: { id: 1, body: 'Second' },
    });
    expect(await project.text('delete_task_comment', { task_id: id, comment_id: 1 }, mine)).toBe(
      `Deleted comment 1 of #${id}.`,
    );
    expect((await project.events()).slice(1)).toMatchObject([
      { action: 'changed', before: { body: 'First' }, after: { body: 'Second' } },
      { action: 'deleted', before: { body: 'Second' }, after: null },
    ]);
  });

  it("leave others' comments to people", async () => {
    const project = await open();
    const { id } = await project.addTask();
    const other = await project.addTask();
    await project.answer('add_task_comment', { task_id: id, body: 'First' }, session());
    const comment = { task_id: id, comment_id: 1 };
    const stranger = session({ id: 'ses_other' });
    for (const [tool, input] of [
      ['update_task_comment', { ...comment, body: 'Mine now' }],
      ['delete_task_comment', comment],
    ] as const) {
      expect(await project.refusal(tool, input, stranger)).toMatchObject({
        code: 'not_allowed',
        hint: 'Add a comment of your own instead.',
      });
      expect(await project.refusal(tool, { ...input, task_id: other.id })).toMatchObject({
        code: 'not_found',
        message: `Task #${other.id} has no comment 1.`,
      });
      expect((await project.refusal(tool, { ...input, task_id: 99 })).code).toBe('not_found');
      await project.answer(tool, input);
    }
  });
});
