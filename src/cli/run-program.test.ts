import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { scratchFolder } from '../../test/support/scratch-folder.ts';
import { reportFailure } from './report-failure.ts';
import { runProgram } from './run-program.ts';
import { capturedOutput } from './testing/captured-output.ts';
import { type Calls, sampleTree } from './testing/sample-tree.ts';

const folder = scratchFolder();

async function run(
  line: string | readonly string[],
  env: Record<string, string> = {},
  isTerminal = false,
  cwd = folder,
) {
  const calls: Calls = [];
  const loaded: string[] = [];
  const captured = capturedOutput(isTerminal);
  const program = {
    tree: sampleTree(calls, loaded),
    argv: typeof line === 'string' ? line.split(' ').filter(Boolean) : line,
    env,
    cwd,
    output: captured.output,
    signal: new AbortController().signal,
  };
  const exitCode = await runProgram(program).catch((thrown: unknown) =>
    reportFailure(thrown, program, { colorStderr: false }),
  );
  const [call] = calls;
  return {
    exitCode,
    loaded,
    command: call?.command,
    invocation: call?.invocation,
    args: call?.invocation.args,
    options: call?.invocation.options,
    stdout: captured.stdout(),
    stderr: captured.stderr(),
  };
}

describe('words and options reach the command', () => {
  it.each([
    ['bake bread', { kind: 'bread' }, { heat: '200' }],
    ['bake cake nuts figs', { kind: 'cake', extra: ['nuts', 'figs'] }, { heat: '200' }],
    ['bake bread -n', { kind: 'bread' }, { heat: '200', 'dry-run': true }],
    ['bake --dry-run bread', { kind: 'bread' }, { heat: '200', 'dry-run': true }],
    ['bake bread --heat=250', { kind: 'bread' }, { heat: '250' }],
    ['bake bread --tray a --tray b', { kind: 'bread' }, { heat: '200', tray: ['a', 'b'] }],
    ['bake bread --glaze', { kind: 'bread' }, { heat: '200', glaze: true }],
    ['bake bread --glaze=milk', { kind: 'bread' }, { heat: '200', glaze: 'milk' }],
    ['bake bread --no-salt', { kind: 'bread' }, { heat: '200', 'no-salt': true }],
    ['bake bread -- --odd', { kind: 'bread', extra: ['--odd'] }, { heat: '200' }],
  ])('%s', async (line, args, options) => {
    const result = await run(line);
    expect(result).toMatchObject({ exitCode: 0, command: 'bake', stderr: '' });
    expect(result.args).toEqual(args);
    expect(result.options).toEqual(options);
  });

  it.each([
    ['oven', 'oven'],
    ['oven --root here', 'oven'],
    ['oven clean', 'oven clean'],
    ['--json oven --no-color clean', 'oven clean'],
  ])('%s runs %s', async (line, command) => {
    expect(await run(line)).toMatchObject({ exitCode: 0, command });
  });

  it('loads the chosen command and no other', async () => {
    expect((await run('oven clean')).loaded).toEqual(['oven clean']);
  });
});

describe('global options', () => {
  it.each(['--json bake bread', 'bake --json bread', 'bake bread --json'])('%s', async (line) => {
    expect((await run(line)).invocation?.json).toBe(true);
  });

  it('--root is made absolute, wherever it stands', async () => {
    expect((await run('bake bread --root .')).invocation?.root).toBe(folder);
    expect((await run('--root .. bake bread')).invocation?.root).toBe(path.dirname(folder));
    expect((await run('bake bread')).invocation?.root).toBe(folder);
  });

  it('a command may take --root and --json in its own way', async () => {
    const oven = await run('--root a oven --root b');
    expect(oven.options?.root).toEqual(['a', 'b']);
    expect((await run('oven --root a --root b')).options?.root).toEqual(['a', 'b']);
    expect((await run(['shelf', 'call', '--json', '{"a":1}'])).options?.json).toBe('{"a":1}');
    // Before the command's name it is the switch, which this command has no use for.
    expect(await run('--json shelf call')).toMatchObject({ exitCode: 0, options: { json: '{}' } });
  });

  it('--no-color shows in the environment', async () => {
    expect((await run('bake bread --no-color')).invocation?.env).toMatchObject({ NO_COLOR: '1' });
    expect((await run('bake bread')).invocation?.env).toEqual({});
  });

  it('--no-color holds for help too, wherever it stands', async () => {
    expect((await run('bake --help', {}, true)).stdout).toContain('\u001b[');
    for (const line of [
      'bake --help --no-color',
      '--no-color bake -h',
      '--no-color',
      'bake -h x --no-color',
    ]) {
      expect((await run(line, {}, true)).stdout).not.toContain('\u001b[');
    }
  });

  it('--version is answered at the top, also among other options', async () => {
    expect(await run('--no-color --version')).toMatchObject({
      exitCode: 0,
      stdout: '0.0.0-source',
    });
    expect(await run('-V')).toMatchObject({ exitCode: 0, stdout: '0.0.0-source' });
  });
});

describe('help', () => {
  it.each(['', '--help', '-h', 'help', '--json'])(
    '"ralph %s" is about everything',
    async (line) => {
      const { exitCode, stdout } = await run(line);
      expect(exitCode).toBe(0);
      expect(stdout).toContain('Usage:\n  ralph <command>');
      expect(stdout).toContain('bake   Bake things');
    },
  );

  it.each([
    'bake --help',
    'bake -h',
    'help bake',
    'bake --nonsense --size odd --help',
    '--help bake',
  ])('"ralph %s" wins over missing and wrong words', async (line) => {
    const { exitCode, stdout, command } = await run(line);
    expect({ exitCode, command }).toEqual({ exitCode: 0, command: undefined });
    expect(stdout).toContain('ralph bake <kind> [extra...] [options]');
  });

  it('a group without a command of its own shows its commands', async () => {
    expect((await run('shelf')).stdout).toContain('call  Call something off it');
    expect((await run('oven --help')).stdout).toContain(
      'ralph oven [options]\n  ralph oven <command>',
    );
  });
});

describe('mistakes exit 2 and say what to write', () => {
  it.each([
    ['bkae bread', 'Unknown command "ralph bkae". Did you mean "bake"?'],
    ['oven claen', 'Unknown command "ralph oven claen". Did you mean "clean"?'],
    ['__proto__', 'Unknown command "ralph __proto__".'],
    ['bake bread --heta 3', 'Unknown option "--heta". Did you mean "--heat"?'],
    ['bake bread --jsn', 'Unknown option "--jsn". Did you mean "--json"?'],
    ['bake bread -x', 'Unknown option "-x".'],
    ['--colour bake bread', 'Unknown option "--colour".'],
    ['bake', '<kind> is missing (What to bake). It is one of: bread, cake.'],
    [
      'bake bred',
      '"bred" is not a value of <kind>. Did you mean "bread"? It is one of: bread, cake.',
    ],
    ['bake bread --size lrge', '"lrge" is not a value of --size. Did you mean "large"?'],
    ['bake bread --heat', 'Option "--heat <DEGREES>" argument missing.'],
    ['bake bread --log-level loud', '"loud" is not a value of --log-level.'],
    ['oven clean now', 'Unexpected "now": this command takes no arguments.'],
    ['bake bread --root missing', '--root: no such folder: '],
  ])('ralph %s', async (line, message) => {
    const { exitCode, stderr, stdout, command } = await run(line);
    expect(stderr).toContain(`error: ${message}`);
    expect({ exitCode, stdout, command }).toEqual({ exitCode: 2, stdout: '', command: undefined });
  });

  it('shows usage, an example and where to read more', async () => {
    expect((await run('bake')).stderr).toMatchInlineSnapshot(`
      "error: <kind> is missing (What to bake). It is one of: bread, cake.
      Usage: ralph bake <kind> [extra...] [options]
      Example: ralph bake bread --heat 220
      Run "ralph bake --help" to see what it takes."
    `);
    expect((await run('bkae')).stderr).toMatchInlineSnapshot(`
      "error: Unknown command "ralph bkae". Did you mean "bake"?
      Commands of "ralph": bake, oven, shelf, burn. See ralph --help."
    `);
    await writeFile(path.join(folder, 'file'), '');
    expect(
      (await run('bake bread --root file')).stderr.replace(folder, 'DIR'),
    ).toMatchInlineSnapshot(`
      "error: --root: not a folder: DIR/file
      Name a folder that exists, or leave --root out to use the current folder."
    `);
    expect((await run('bake bread', { RALPH_LOG_LEVEL: 'loud' })).stderr).toMatchInlineSnapshot(`
      "error: RALPH_LOG_LEVEL is "loud", which is not one of debug, info, warn, error.
      Set RALPH_LOG_LEVEL to one of debug, info, warn, error, or unset it."
    `);
  });

  it('as JSON when that was asked for, however little could be parsed', async () => {
    const { exitCode, stdout, stderr } = await run('bake bread --jsno --json');
    expect({ exitCode, stderr }).toEqual({ exitCode: 2, stderr: '' });
    expect(JSON.parse(stdout)).toEqual({
      error: {
        code: 'invalid_argument',
        message: 'Unknown option "--jsno". Did you mean "--json"?',
        details: [],
        hint: 'Run "ralph bake --help" to see what it takes.',
      },
    });
  });
});

it('a failing command decides its exit code, in text and as JSON', async () => {
  expect(await run('burn')).toMatchObject({
    exitCode: 3,
    stderr: 'error: It burnt.\nOpen a window.',
  });
  const { exitCode, stdout } = await run('burn --json');
  expect(exitCode).toBe(3);
  expect(JSON.parse(stdout).error).toEqual({
    code: 'execution_failed',
    message: 'It burnt.',
    details: [],
    hint: 'Open a window.',
  });
});

it('a folder inside a project is told where the project is, unless a root is named', async () => {
  const project = scratchFolder();
  await writeFile(path.join(project, 'ralph.yaml'), '');
  const inner = path.join(project, 'src', 'deep');
  await mkdir(inner, { recursive: true });
  const told = async (line: string, cwd: string) => (await run(line, {}, false, cwd)).stderr;
  expect(await told('bake bread --json', inner)).toContain(
    `note: Ralph is set up in ${project}, not in this folder. For that project add: --root ${path.join('..', '..')}`,
  );
  expect(await told('bake bread --root ../..', inner)).toBe('');
  expect(await told('bake bread', project)).toBe('');
});
