import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { agentNames } from '../config.ts';
import { fakeProgram, temporaryFolder } from '../testing/temporary-folder.ts';
import { findAgent, findAgents } from './find-agents.ts';
import { programVersion } from './program-version.ts';

const bin = temporaryFolder();
const env = { PATH: bin };
fakeProgram(bin, 'codex', 'echo "codex-cli 0.166.0"');
fakeProgram(bin, 'gemini', 'sleep 60');

describe('findAgents', () => {
  it('finds those on PATH, and demo always', async () => {
    const found = await findAgents(env);
    expect(found.map(({ name }) => name)).toEqual(agentNames.filter((name) => name !== 'custom'));
    const present = found.filter((agent) => agent.path !== null).map(({ name }) => name);
    expect(present).toEqual(['codex', 'gemini', 'demo']);
    expect(found.every((agent) => agent.version === undefined)).toBe(true);
  });

  it('says how to get each one that is missing', async () => {
    const missing = (await findAgents({ PATH: '' })).filter(({ path }) => path === null);
    expect(missing.map(({ name, fix }) => `${name}: ${fix}`)).toMatchInlineSnapshot(`
      [
        "claude: Install it (npm install -g @anthropic-ai/claude-code) or choose another agent under agents.default in ralph.yaml.",
        "codex: Install it (npm install -g @openai/codex) or choose another agent under agents.default in ralph.yaml.",
        "opencode: Install it (npm install -g opencode-ai) or choose another agent under agents.default in ralph.yaml.",
        "gemini: Install it (npm install -g @google/gemini-cli) or choose another agent under agents.default in ralph.yaml.",
        "copilot: Install it (npm install -g @github/copilot) or choose another agent under agents.default in ralph.yaml.",
        "qwen: Install it (npm install -g @qwen-code/qwen-code) or choose another agent under agents.default in ralph.yaml.",
        "amp: Install it (npm install -g @ampcode/cli) or choose another agent under agents.default in ralph.yaml.",
      ]
    `);
  });

  it('asks for versions only when told to', async () => {
    const sighting = await findAgent('codex', env, { versions: true });
    expect(sighting).toEqual({
      name: 'codex',
      title: 'Codex',
      path: path.join(bin, 'codex'),
      version: '0.166.0',
    });
  });

  it('takes a command from the configuration', async () => {
    const elsewhere = fakeProgram(temporaryFolder(), 'claude-next');
    const settings = { claude: { command: elsewhere } };
    expect(await findAgent('claude', env, { settings })).toMatchObject({ path: elsewhere });
    const wrong = { claude: { command: '/nowhere/claude' } };
    expect((await findAgent('claude', env, { settings: wrong })).fix).toMatchInlineSnapshot(
      `"Correct agents.claude.command in ralph.yaml: there is no program "/nowhere/claude"."`,
    );
  });

  it('looks for the first word of a custom command', async () => {
    const root = temporaryFolder();
    fakeProgram(root, 'agent.sh');
    const custom = (command: string) =>
      findAgent('custom', env, { root, settings: { custom: { command } } });
    expect((await custom('./agent.sh --stdin')).path).toBe(path.join(root, 'agent.sh'));
    expect((await custom('KEY=1 codex exec -')).path).toBe(path.join(bin, 'codex'));
    expect((await custom('$AGENT --stdin')).path).toBe('$AGENT --stdin');
    expect((await custom('my-agent --stdin')).fix).toMatchInlineSnapshot(
      `"Install "my-agent", or correct the command (--agent-cmd, AGENT_CMD, or agents.custom.command in ralph.yaml)."`,
    );
    expect((await findAgent('custom', env)).fix).toMatchInlineSnapshot(
      `"Write the command under agents.custom.command in ralph.yaml, or set AGENT_CMD."`,
    );
    const listed = await findAgents(env, { settings: { custom: { command: 'codex' } } });
    expect(listed.map(({ name }) => name)).toContain('custom');
  });
});

describe('programVersion', () => {
  it.each([
    ['a plain number', 'echo 1.2.3', '1.2.3'],
    ['a pre-release', 'echo "tool v2.0.0-beta.1 (abc)"', '2.0.0-beta.1'],
    ['no number', 'echo hello', undefined],
    ['silence', 'exit 3', undefined],
    ['endless output', 'while :; do echo xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx; done', undefined],
  ])('%s', async (_, script, expected) => {
    const program = fakeProgram(temporaryFolder(), 'tool', script);
    expect(await programVersion(program, { PATH: '/usr/bin:/bin' })).toBe(expected);
  });

  it('gives up on a program that does not answer, and ends its children', async () => {
    const folder = temporaryFolder();
    const program = fakeProgram(folder, 'tool', 'sleep 61 & echo $! > "$0.pid"; wait');
    expect(await programVersion(program, { PATH: '/usr/bin:/bin' }, 300)).toBeUndefined();
    const child = Number(readFileSync(`${program}.pid`, 'utf8'));
    await expect.poll(() => isRunning(child)).toBe(false);
  });

  it('answers nothing for what cannot be started', async () => {
    expect(await programVersion('/does/not/exist', {})).toBeUndefined();
  });
});

/** A process that has ended but that nobody has waited for yet is a zombie, and no longer runs. */
function isRunning(pid: number): boolean {
  const { stdout } = spawnSync('ps', ['-o', 'stat=', '-p', String(pid)], { encoding: 'utf8' });
  return /^[^Z\s]/.test(stdout);
}
