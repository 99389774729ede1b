import { describe, expect, it } from 'vitest';
import { makefile, manifest } from './testing/gate-files.ts';
import { type Edits, type Files, tampering } from './testing/tampering.ts';

type Case = readonly [string, string, Files, Edits, readonly string[]];

const script = (what: string) => `gate_script: ${what}`;
const edited: readonly Case[] = [
  [
    'a shell script',
    'sh check.sh',
    { 'check.sh': 'exit 1' },
    { 'check.sh': 'exit 0' },
    ['check.sh, which the gate "test" runs, was edited'],
  ],
  [
    'a program by path',
    './ci/check',
    { 'ci/check': 'x' },
    { 'ci/check': 'y' },
    ['ci/check, which the gate "test" runs, was edited'],
  ],
  [
    'one that is gone',
    'sh check.sh',
    { 'check.sh': 'exit 1' },
    { 'check.sh': null },
    ['check.sh, which the gate "test" runs, was deleted'],
  ],
  [
    'a Node script',
    'node --no-warnings scripts/verify.mjs --all',
    { 'scripts/verify.mjs': 'a' },
    { 'scripts/verify.mjs': 'b' },
    ['scripts/verify.mjs, which the gate "test" runs, was edited'],
  ],
  [
    'a Python module',
    'python3 -m tools.check',
    { 'tools/check.py': 'a' },
    { 'tools/check.py': 'b' },
    ['tools/check.py, which the gate "test" runs, was edited'],
  ],
  [
    'what is loaded first',
    'node --import ./hook.mjs --test',
    { 'hook.mjs': 'a' },
    { 'hook.mjs': 'b' },
    ['hook.mjs, which the gate "test" runs, was edited'],
  ],
  [
    'a sourced file',
    '. ./env.sh && make',
    { 'env.sh': 'a' },
    { 'env.sh': 'b' },
    ['env.sh, which the gate "test" runs, was edited'],
  ],
  [
    'one after a change of folder',
    'cd web && CI=1 timeout 60 bash ./run.sh',
    { 'web/run.sh': 'a' },
    { 'web/run.sh': 'b' },
    ['web/run.sh, which the gate "test" runs, was edited'],
  ],
  [
    'one behind a wrapper',
    'uv run python check.py',
    { 'check.py': 'a' },
    { 'check.py': 'b' },
    ['check.py, which the gate "test" runs, was edited'],
  ],
  [
    'an indentation that means something',
    'python check.py',
    { 'check.py': 'if x:\n  a()\n  b()\n' },
    { 'check.py': 'if x:\n  a()\nb()\n' },
    ['check.py, which the gate "test" runs, was edited'],
  ],
  [
    'a package script',
    'npm test',
    { 'package.json': manifest({ test: 'vitest run' }) },
    { 'package.json': manifest({ test: 'vitest run || true' }) },
    ['the script "test" in package.json, which the gate "test" runs, was edited'],
  ],
  [
    'a package script that is gone',
    'npm run lint',
    { 'package.json': manifest({ lint: 'eslint .' }) },
    { 'package.json': manifest({}) },
    ['the script "lint" in package.json, which the gate "test" runs, was edited'],
  ],
  [
    'a script run by a script',
    'npm test',
    { 'package.json': manifest({ test: 'npm run unit', unit: 'jest' }) },
    { 'package.json': manifest({ test: 'npm run unit', unit: 'echo ok' }) },
    ['the script "unit" in package.json, which the gate "test" runs, was edited'],
  ],
  [
    'what runs before a script',
    'pnpm check',
    {
      'package.json': manifest({
        precheck: 'node gen.js',
        check: 'run-s lint:*',
        'lint:js': 'eslint .',
      }),
    },
    {
      'package.json': manifest({
        precheck: 'rm -r test',
        check: 'run-s lint:*',
        'lint:js': 'true',
      }),
    },
    [
      'the script "precheck" in package.json, which the gate "test" runs, was edited',
      'the script "lint:js" in package.json, which the gate "test" runs, was edited',
    ],
  ],
  [
    'a program that a package script runs',
    'npm --prefix web test',
    { 'web/package.json': manifest({ test: 'node ./ci/all.js' }), 'web/ci/all.js': 'a' },
    { 'web/ci/all.js': 'b' },
    ['web/ci/all.js, which the gate "test" runs, was edited'],
  ],
  [
    'a Makefile target',
    'make test',
    { Makefile: makefile },
    { Makefile: makefile.replace('./ci/check.sh', 'true') },
    ['"test" in Makefile, which the gate "test" runs, was edited'],
  ],
  [
    'a target that it needs',
    'make test',
    { Makefile: makefile },
    { Makefile: makefile.replace('go build', 'true') },
    ['"test" in Makefile, which the gate "test" runs, was edited'],
  ],
  [
    'a variable that it uses',
    'make test',
    { Makefile: makefile },
    { Makefile: makefile.replace('-v', '--skip') },
    ['"test" in Makefile, which the gate "test" runs, was edited'],
  ],
  [
    'the first target',
    'make',
    { Makefile: makefile },
    { Makefile: makefile.replace('$(FLAGS)', '') },
    ['the first target in Makefile, which the gate "test" runs, was edited'],
  ],
  [
    'a program that a target runs',
    'make test',
    { Makefile: makefile, 'ci/check.sh': 'a' },
    { 'ci/check.sh': 'b' },
    ['ci/check.sh, which the gate "test" runs, was edited'],
  ],
  [
    'a justfile',
    'just test',
    { justfile: 'test:\n  x' },
    { justfile: 'test:\n  true' },
    ['justfile, which the gate "test" runs, was edited'],
  ],
];

describe('edits of what a gate runs', () => {
  it.each(edited)('%s', async (_, gate, project, edits, messages) => {
    expect(await tampering(project, edits, { gates: [gate] })).toEqual(messages.map(script));
  });
});

it('scripts and targets that call themselves are followed once', async () => {
  const project = {
    'package.json': manifest({ test: 'npm run a && make', a: 'npm run b', b: 'npm test' }),
    Makefile: 'all: all other\n\tnpm test\nother: all\n\tmake\n',
  };
  const edits = { 'package.json': manifest({ test: 'npm run a && make', a: 'npm run b', b: 'x' }) };
  expect(await tampering(project, edits, { gates: ['npm test'] })).toEqual([
    script('the script "b" in package.json, which the gate "test" runs, was edited'),
  ]);
});

it('each gate that runs an edited script is named', async () => {
  const found = await tampering(
    { 'a.sh': '1' },
    { 'a.sh': '2' },
    { gates: ['sh a.sh', './a.sh x'] },
  );
  expect(found).toEqual([
    script('a.sh, which the gate "test" runs, was edited'),
    script('a.sh, which the gate "gate1" runs, was edited'),
  ]);
});
