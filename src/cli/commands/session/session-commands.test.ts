import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { createLogger } from '../../../base/logger.ts';
import { seededTask, sessionProject } from '../../../session/testing/session-project.ts';
import type { CommandSpec, Invocation } from '../../command.ts';
import { capturedOutput } from '../../testing/captured-output.ts';
import { command as build } from '../mcp/build.ts';
import { command as list } from './list.ts';
import { command as plan } from './plan.ts';
import { command as prompt } from './prompt.ts';
import { command as show } from './show.ts';
import { command as tools } from './tools.ts';

async function run(command: CommandSpec, root: string, given: Partial<Invocation> = {}) {
  const { output, stdout, stderr } = capturedOutput();
  const code = await command.run({
    args: {},
    options: {},
    json: false,
    root,
    env: { HOME: root, NO_COLOR: '1' },
    cwd: root,
    logger: createLogger({ write: () => {} }),
    output,
    signal: new AbortController().signal,
    ...given,
  });
  const hidden = (text: string) =>
    text.replaceAll(root, 'ROOT').replaceAll(/ses_[0-9a-z]{21}/g, 'SESSION');
  return {
    code,
    stdout: stdout(),
    text: hidden(stdout()),
    stderr: hidden(stderr()),
    json: () => JSON.parse(stdout()),
  };
}

async function project(config?: string) {
  const made = sessionProject(config);
  await made.seed();
  return made.root;
}

const forTask = { recipe: 'task_execution', task: String(seededTask) };

describe('ralph session plan', () => {
  it('says what it decided and where that is written', async () => {
    const root = await project();
    const { code, text } = await run(plan, root, { options: forTask });
    expect(code).toBe(0);
    expect(text.replace(/\d+ tokens/, 'N tokens')).toMatchInlineSnapshot(`
      "SESSION  task_execution, task #2, feature auth, discipline backend
      tools         22 of 63 on
      prompt        N tokens (ralph session prompt SESSION)
      session file  ROOT/.ralph/mcp/sessions/SESSION.json
      context       ROOT/.ralph/mcp/context.json
      MCP config    ROOT/.ralph/mcp/sessions/SESSION.mcp.json"
    `);
  });

  it('prints the plan without its prompt, its files and its token with --json', async () => {
    const root = await project();
    const answer = (await run(plan, root, { options: forTask, json: true })).json();
    expect(answer).toMatchObject({
      recipe: 'task_execution',
      task_id: seededTask,
      enabled_tools: expect.arrayContaining(['complete_task']),
      disabled_by: { create_task: 'recipe task_execution does not include it' },
      token: expect.stringMatching(/^[\w-]{43}$/),
    });
    expect(answer).not.toHaveProperty('prompt');
    for (const file of Object.values(answer.files)) expect(existsSync(String(file))).toBe(true);
  });

  it('reads what the person says from a file', async () => {
    const root = await project();
    writeFileSync(path.join(root, 'notes.md'), '\uFEFFA shop for tea.\n');
    const options = { recipe: 'braindump', input: '@notes.md' };
    const { session_id } = (await run(plan, root, { options, json: true })).json();
    const { stdout } = await run(prompt, root, { args: { id: session_id } });
    expect(stdout.endsWith('## What the person says\nA shop for tea.')).toBe(true);
  });

  it.each([
    [{}, '--recipe is missing.'],
    [{ recipe: 'yapp' }, 'There is no recipe "yapp". Did you mean "yap"?'],
    [{ recipe: 'yap', task: 'seven' }, '--task: "seven" is not the number of a task.'],
    [{ recipe: 'yap', input: '@none.md' }, 'The file of --input could not be read'],
  ])('refuses %j and makes nothing', async (options, message) => {
    const { root } = sessionProject();
    await expect(run(plan, root, { options })).rejects.toMatchObject({
      message: expect.stringContaining(message),
      exitCode: 2,
    });
    expect(readdirSync(root)).toEqual([]);
  });
});

describe('ralph session show, prompt and list', () => {
  it('show a plan, and exactly the prompt', async () => {
    const root = await project('tools: { remove: ["state.*"] }\n');
    const { session_id: id } = (await run(plan, root, { options: forTask, json: true })).json();
    const shown = await run(show, root, { args: { id } });
    expect(shown.text).toContain(
      'SESSION  task_execution, task #2, feature auth, discipline backend',
    );
    expect(shown.text).toMatch(/^append_progress +removed by ralph\.yaml tools$/m);
    expect(shown.text).toMatch(/^task_details +\d+$/m);
    const whole = (await run(show, root, { args: { id }, json: true })).json();
    expect(whole).toMatchObject({ session_id: id, registry_fingerprint: expect.any(String) });

    const asJson = (await run(prompt, root, { args: { id }, json: true })).json();
    expect(asJson).toMatchObject({ session_id: id, prompt_tokens: whole.prompt_tokens });
    expect(`${(await run(prompt, root, { args: { id } })).stdout}\n`).toBe(asJson.prompt);
  });

  it('show the fields of a tool that is on in part', async () => {
    const root = await project();
    const options = { recipe: 'opus_review' };
    const { session_id: id } = (await run(plan, root, { options, json: true })).json();
    expect((await run(show, root, { args: { id } })).text).toContain(
      '  update_task: id, priority, description',
    );
  });

  it('list the newest first', async () => {
    const root = await project();
    await run(plan, root, { options: { recipe: 'yap' } });
    await run(plan, root, { options: forTask });
    const { sessions } = (await run(list, root, { options: { limit: '20' }, json: true })).json();
    expect(sessions).toHaveLength(2);
    expect(sessions[0]).toMatchObject({ recipe: 'task_execution', enabled_tools: 22, task_id: 2 });
    const { text } = await run(list, root, { options: { limit: '1' } });
    expect(text.split('\n')).toHaveLength(2);
    await expect(run(list, root, { options: { limit: '0' } })).rejects.toThrow('--limit');
  });

  it('make nothing where there is nothing', async () => {
    const { root } = sessionProject();
    expect((await run(list, root, { options: { limit: '20' } })).text).toContain('No sessions yet');
    for (const command of [show, prompt])
      await expect(run(command, root, { args: { id: 'ses_x' } })).rejects.toMatchObject({
        message: `There is no session "ses_x" in ${root}.`,
      });
    expect(readdirSync(root)).toEqual([]);
  });
});

describe('ralph session tools', () => {
  it('shows one recipe with a rule for each tool, and what it costs', async () => {
    const { root } = sessionProject('tools: { remove: [ask_human] }\n');
    const { text } = await run(tools, root, { options: { recipe: 'opus_review' } });
    expect(text).toMatch(/^update_task +task +\d+ +part +takes id, priority, description$/m);
    expect(text).toMatch(/^ask_human +task +\d+ +- +recipe opus_review does not include it$/m);
    expect(text).toMatch(/^opus_review +25 +\d+ +\d+$/m);
    expect(text).toMatch(/^all of the project +40 +\d+ +\d+$/m);
  });

  it('shows every recipe side by side, and what was taken away', async () => {
    const { root } = sessionProject('tools: { remove: [ask_human] }\n');
    const { text } = await run(tools, root);
    expect(text).toMatch(
      /^TOOL +braindump +yap +ramble +discuss +task_execution +opus_review +enrichment$/m,
    );
    expect(text).toMatch(/^update_task +- +yes +- +- +- +part +yes$/m);
    expect(text).toMatch(/^ask_human +task_execution +removed by ralph\.yaml tools$/m);
    const { all, recipes } = (await run(tools, root, { json: true })).json();
    expect(all.tools).toBe(40);
    expect(Object.keys(recipes)).toHaveLength(7);
  });
});

describe('ralph mcp build', () => {
  it('writes the server once, and finds one that is out of date', async () => {
    const { root } = sessionProject();
    const check = { options: { check: true } };
    expect(await run(build, root, check)).toMatchObject({
      code: 1,
      text: 'missing .ralph/mcp/server.ts\nmissing .ralph/mcp/package.json',
      stderr: 'Run "ralph mcp build" to write it.',
    });
    expect(readdirSync(root)).toEqual([]);
    expect(await run(build, root)).toMatchObject({
      code: 0,
      text: 'created .ralph/mcp/server.ts\ncreated .ralph/mcp/package.json',
    });
    const file = path.join(root, '.ralph/mcp/server.ts');
    const text = readFileSync(file, 'utf8');
    expect(await run(build, root)).toMatchObject({
      code: 0,
      text: 'unchanged .ralph/mcp/server.ts\nunchanged .ralph/mcp/package.json',
    });
    expect((await run(build, root, { ...check, json: true })).json()).toMatchObject({
      root,
      up_to_date: true,
      built_for: expect.stringMatching(/^[0-9a-f]{16}\/\d+$/),
    });
    writeFileSync(file, text.replace(/\/\d+";/, '/1";'));
    const stale = await run(build, root, { ...check, json: true });
    expect(stale.code).toBe(1);
    expect(stale.json()).toMatchObject({
      up_to_date: false,
      files: [{ path: '.ralph/mcp/server.ts', was: 'stale' }, { was: 'current' }],
    });
    await run(build, root);
    expect(readFileSync(file, 'utf8')).toBe(text);
  });
});
