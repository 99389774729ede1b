import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { type ProgramOptions, ralph } from './support/run-program.ts';
import { scratchFolder } from './support/scratch-folder.ts';

const folder = scratchFolder();
const env = { PATH: process.env.PATH, HOME: folder };

const run = (line: string | readonly string[], options: ProgramOptions = {}) =>
  ralph(typeof line === 'string' ? line.split(' ').filter(Boolean) : line, {
    cwd: folder,
    env,
    ...options,
  });

describe('help and version', () => {
  it('"ralph" alone and "ralph --help" say the same and exit 0', async () => {
    const [bare, help] = await Promise.all([run(''), run('--help')]);
    expect(bare).toMatchObject({ code: 0, stderr: '' });
    expect(bare.stdout).toContain('Usage:\n  ralph <command>');
    expect(help).toEqual(bare);
  });

  it('the version is that of the package, with and without other options', async () => {
    const answers = await Promise.all([run('--version'), run('-V'), run('--no-color --version')]);
    for (const { code, stdout } of answers) {
      expect(code).toBe(0);
      expect(stdout).toMatch(/^\d+\.\d+\.\d+\n$/);
    }
  });
});

describe('mistakes', () => {
  it('a mistyped command and option are answered with the right one', async () => {
    const [command, option] = await Promise.all([run('tol list'), run('tool list --jsn')]);
    expect(command).toMatchObject({ code: 2, stdout: '' });
    expect(command.stderr).toContain('Unknown command "ralph tol". Did you mean "tool"?');
    expect(option).toMatchObject({ code: 2, stdout: '' });
    expect(option.stderr).toContain('Unknown option "--jsn". Did you mean "--json"?');
    expect(option.stderr).toContain('Usage: ralph tool list [options]');
    expect(option.stderr).toContain('Example: ralph tool list');
  });

  it('are JSON on stdout with --json, with the same exit code', async () => {
    const { code, stdout, stderr } = await run('tool list --toolset lop --json');
    expect({ code, stderr }).toEqual({ code: 2, stderr: '' });
    expect(JSON.parse(stdout).error).toMatchObject({ code: 'invalid_argument', details: [] });
  });
});

describe('ralph tool', () => {
  it('list prints every tool with its schemas', async () => {
    const { code, stdout } = await run('tool list --json');
    expect(code).toBe(0);
    const { tools } = JSON.parse(stdout);
    const validate = tools.find((tool: { name: string }) => tool.name === 'ralph_validate');
    expect(validate).toMatchObject({
      toolset: 'loop',
      aliases: ['ralph.validate'],
      annotations: { read_only_hint: true },
      input_schema: { type: 'object' },
      output_schema: { type: 'object' },
    });
    expect((await run('tool list --toolset loop')).stdout).toMatch(
      /^TOOL +TOOLSET.*\n(\w+ +loop .*\n)+$/,
    );
  });

  it('show takes an alias, and refuses a stranger with a suggestion', async () => {
    const [shown, refused] = await Promise.all([
      run('tool show ralph.validate --json'),
      run('tool show ralph_valdate'),
    ]);
    expect(JSON.parse(shown.stdout).name).toBe('ralph_validate');
    expect(refused).toMatchObject({ code: 1, stdout: '' });
    expect(refused.stderr).toContain('Did you mean "ralph_validate"?');
  });

  it('call takes arguments as text, file or standard input', async () => {
    writeFileSync(path.join(folder, 'arguments.json'), JSON.stringify({ root: folder }));
    const answers = await Promise.all([
      run(['tool', 'call', 'ralph_validate']),
      run(['tool', 'call', 'ralph_validate', '--json', JSON.stringify({ root: folder })]),
      run(['tool', 'call', 'ralph_validate', '--json', '@arguments.json']),
      run(['tool', 'call', 'ralph_validate', '--json', '-'], { input: `{"root":"${folder}"}` }),
    ]);
    for (const { code, stdout, stderr } of answers) {
      expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
      expect(JSON.parse(stdout)).toHaveProperty('problems');
    }
  });

  it.each([
    [['tool', 'call', 'ralph_validate', '--json', '{"rot":1}'], 2, 'invalid_argument'],
    [['tool', 'call', 'ralph_validate', '--json', '{"root":"/nowhere"}'], 1, 'not_allowed'],
    [['tool', 'call', 'ralph_valdate'], 1, 'not_found'],
    [['tool', 'call', 'ralph_validate', '--json', '{'], 2, 'invalid_argument'],
  ])('%j is refused with exit code %i', async (line, code, errorCode) => {
    const answer = await run(line);
    expect(answer).toMatchObject({ code, stderr: '' });
    expect(JSON.parse(answer.stdout).error).toMatchObject({ code: errorCode });
  });
});

describe('ralph doctor', () => {
  it('reports every check and changes nothing', async () => {
    const before = readdirSync(folder);
    const { code, stdout } = await run('doctor --json');
    const { checks, ok } = JSON.parse(stdout);
    expect({ code, ok }).toEqual({ code: 0, ok: true });
    const names = checks.map((check: { name: string }) => check.name);
    for (const name of ['node', 'git', 'package', 'sqlite', 'config', 'database', 'disk']) {
      expect(names).toContain(name);
    }
    for (const check of checks) {
      expect(Object.keys(check)).toEqual(['name', 'status', 'message', 'fix']);
    }
    expect(readdirSync(folder)).toEqual(before);
  });

  it('fails with a fix when something is broken', async () => {
    const broken = mkdtempSync(path.join(folder, 'broken-'));
    writeFileSync(path.join(broken, 'ralph.yaml'), 'budgets: { iteratons: 3 }\n');
    const { code, stdout } = await run(['doctor', '--root', broken]);
    expect(code).toBe(1);
    expect(stdout).toContain('Fix: Rename it to "iterations"');
    expect(stdout).toMatch(/1 of \d+ checks failed/);
  });
});

describe('ralph completion', () => {
  let bashScript: ReturnType<typeof ralph>;
  beforeAll(() => {
    bashScript = run('completion bash');
  });

  it.each(['bash', 'zsh', 'fish'])('%s', async (shell) => {
    const [text, json] = await Promise.all([
      run(`completion ${shell}`),
      run(`completion ${shell} --json`),
    ]);
    expect(text).toMatchObject({ code: 0, stderr: '' });
    expect(JSON.parse(json.stdout)).toEqual({ shell, script: text.stdout });
  });

  it.each([
    ['ralph to', ['tool']],
    ['ralph tool c', ['call']],
    ['ralph mcp install j', ['jetbrains']],
    ['ralph mcp in', ['install']],
    ['ralph mcp --tra', ['--transport']],
    ['ralph mcp --transport s', ['stdio', 'sse']],
    ['ralph tool list --toolset l', ['loop']],
    ['ralph completion z', ['zsh']],
  ])('bash offers after "%s"', async (line, offers) => {
    const words = line.split(' ');
    const ask = `source <(printf '%s' "$1"); shift; COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _ralph; echo "\${COMPREPLY[*]}"`;
    const { stdout: script } = await bashScript;
    const { stdout } = spawnSync('bash', ['--norc', '-c', ask, 'bash', script, ...words], {
      encoding: 'utf8',
    });
    expect(stdout.trim().split(' ')).toEqual(offers);
  });
});
