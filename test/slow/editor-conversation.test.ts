import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { expect, it, onTestFinished } from 'vitest';
import { z } from 'zod';
import { temporaryFolder, writeFiles } from '../../src/loop/testing/temporary-folder.ts';
import { until } from '../support/mcp-connections.ts';
import { ralph } from '../support/run-program.ts';

const entrySchema = z.object({
  entry: z.object({ command: z.string(), args: z.array(z.string()) }),
});
const runSchema = z.object({ run_id: z.string() }).loose();

/** An editor's client, started by exactly the entry that `ralph mcp install` writes for it. */
async function editorIn(root: string, env: Record<string, string>) {
  const { stdout } = await ralph(['mcp', 'install', 'jetbrains', '--json'], { cwd: root, env });
  const { command, args } = entrySchema.parse(JSON.parse(stdout)).entry;
  const client = new Client({ name: 'editor', version: '1' });
  // Editors start servers from wherever they are themselves.
  await client.connect(
    new StdioClientTransport({ command, args, env, cwd: tmpdir(), stderr: 'ignore' }),
  );
  onTestFinished(() => client.close());
  return async (name: string, input: Record<string, unknown> = {}) => {
    const { structuredContent, isError } = await client.callTool({ name, arguments: input });
    return { isError: isError === true, ...Object(structuredContent) };
  };
}

it('the conversation of the JetBrains guide: from nothing to a run that is done, an answer and a cancel', async () => {
  const home = temporaryFolder();
  const root = temporaryFolder({ 'package.json': '{"scripts":{"test":"test -f done.txt"}}' });
  const script = path.join(home, 'script.json');
  const env = {
    PATH: process.env.PATH ?? '',
    HOME: home,
    RALPH_DEMO_SCRIPT: script,
  };
  execFileSync('git', ['init', '-q', root]);
  const call = await editorIn(root, env);

  expect(await call('ralph_validate')).toMatchObject({
    ok: false,
    problems: [{ code: 'not_initialised', fix: 'Run ralph init.' }],
  });
  const made = await call('ralph_init');
  expect(made).toMatchObject({ isError: false, next_steps: expect.any(Array) });
  const config = path.join(root, 'ralph.yaml');
  writeFileSync(config, readFileSync(config, 'utf8').replace(/default: \w+/, 'default: demo'));
  expect(await call('ralph_validate')).toMatchObject({ ok: true });
  expect(await call('ralph_run', { allow_edits: true })).toMatchObject({
    isError: true,
    code: 'not_found',
    message: expect.stringContaining('does not say yet what there is to do'),
  });

  writeFiles(root, { 'scripts/ralph/prompt.md': 'Make done.txt.\n' });
  const complete = { say: '<promise>COMPLETE</promise>' };
  const say = (steps: readonly object[]) =>
    writeFiles(home, { 'script.json': JSON.stringify({ turns: [{ steps }] }) });
  say([{ write: 'done.txt', text: 'yes' }, complete]);
  const { run_id } = runSchema.parse(await call('ralph_run', { allow_edits: true }));
  let status = await call('ralph_run_status', { run_id, wait_s: 20 });
  while (status.status === 'running' || status.status === 'queued') {
    status = await call('ralph_run_status', { run_id, wait_s: 20, cursor: status.next_cursor });
  }
  expect(status).toMatchObject({
    status: 'complete',
    exit_code: 0,
    changed_files: ['done.txt'],
    gates: [{ name: 'test', ok: true }],
  });

  const add = (...words: string[]) => ralph(words, { cwd: root, env });
  await add('feature', 'add', 'shop', '--display-name', 'Shop');
  await add('discipline', 'add', 'web', '--display-name', 'Web');
  await add(
    'task',
    'add',
    'Sell tea',
    '--feature',
    'shop',
    '--discipline',
    'web',
    '--status',
    'pending',
  );
  say([{ call: 'ask_human', arguments: { question: 'Which tea?', blocking: true } }]);
  const asking = runSchema.parse(await call('ralph_run', { tasks: true, allow_edits: true }));
  let asked = await call('ralph_run_status', { run_id: asking.run_id });
  await until('the run asks', async () => {
    asked = await call('ralph_run_status', { run_id: asking.run_id, wait_s: 5 });
    return asked.questions.length > 0;
  });
  expect(asked.questions[0]).toMatchObject({ text: 'Which tea?' });
  const at = path.join(root, '.ralph/at');
  say([{ save_prompt: at }, { run: 'sleep 600' }]);
  const told = { run_id: asking.run_id, question_id: asked.questions[0].id, text: 'Green tea' };
  expect(await call('ralph_answer', told)).toMatchObject({ isError: false });
  await until('the next session has begun', async () => {
    try {
      return execFileSync('grep', ['-c', 'Green tea', at], { stdio: 'pipe' }).length > 0;
    } catch {
      return false;
    }
  });
  expect(await call('ralph_run_cancel', { run_id: asking.run_id })).toMatchObject({
    status: 'cancelled',
    exit_code: 130,
  });
});
