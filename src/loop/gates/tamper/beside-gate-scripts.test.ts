import { describe, expect, it } from 'vitest';
import { makefile, manifest } from './testing/gate-files.ts';
import { type Edits, type Files, tampering } from './testing/tampering.ts';

const innocent: readonly (readonly [string, string, Files, Edits])[] = [
  [
    'a dependency',
    'npm test',
    { 'package.json': manifest({ test: 'jest' }) },
    { 'package.json': manifest({ test: 'jest' }, { dependencies: { a: '1' } }) },
  ],
  [
    'a script of its own',
    'npm test',
    { 'package.json': manifest({ test: 'jest' }) },
    { 'package.json': manifest({ test: 'jest', dev: 'vite' }) },
  ],
  [
    'another script',
    'npm test',
    { 'package.json': manifest({ test: 'jest', dev: 'a' }) },
    { 'package.json': manifest({ test: 'jest', dev: 'b' }) },
  ],
  [
    'the version and the type',
    'npm test',
    { 'package.json': manifest({ test: 'jest' }) },
    { 'package.json': manifest({ test: 'jest' }, { version: '2.0.0', type: 'module' }) },
  ],
  ['the first package.json', 'npm test', {}, { 'package.json': manifest({ test: 'node --test' }) }],
  [
    'the first script of that name',
    'npm test',
    { 'package.json': manifest({}) },
    { 'package.json': manifest({ test: 'node --test' }) },
  ],
  ['a script that was missing', 'sh check.sh', {}, { 'check.sh': 'npm test' }],
  [
    'another target',
    'make test',
    { Makefile: makefile },
    { Makefile: `${makefile}\nserve:\n\tgo run .\n` },
  ],
  [
    'a target that is not run',
    'make test',
    { Makefile: makefile },
    { Makefile: makefile.replace('rm -rf out', 'rm -rf dist') },
  ],
  [
    'a comment in a Makefile',
    'make test',
    { Makefile: makefile },
    { Makefile: `# How to build\n${makefile}` },
  ],
  [
    'the product that a gate starts',
    'node src/cli.js --self-test',
    { 'src/cli.js': 'a' },
    { 'src/cli.js': 'b' },
  ],
  ['the main program', 'python3 main.py', { 'main.py': 'a' }, { 'main.py': 'b' }],
  [
    'a test that a gate names',
    'node --test test/a.test.mjs',
    { 'test/a.test.mjs': "test('a', f)" },
    { 'test/a.test.mjs': "test('a', f)\ntest('b', g)" },
  ],
  [
    'a test that is run as a program',
    'node test/all.js',
    { 'test/all.js': "test('a', f)" },
    { 'test/all.js': "test('a', f)\ntest('b', g)" },
  ],
  [
    'a file that a gate only reads',
    'grep -q done notes.txt',
    { 'notes.txt': 'a' },
    { 'notes.txt': 'done' },
  ],
  [
    'code given in the line',
    "node -e 'process.exit(0)' check.js",
    { 'check.js': 'a' },
    { 'check.js': 'b' },
  ],
  [
    'a file outside of the root',
    'sh ../check.sh && /opt/check',
    { 'check.sh': 'a' },
    { 'check.sh': 'b' },
  ],
  ['trailing blanks', 'sh check.sh', { 'check.sh': 'exit 1' }, { 'check.sh': 'exit 1  \r\n' }],
  ['a gate that cannot be followed', '$RUNNER; if [ -f x ]; then :; fi', { x: 'a' }, { x: 'b' }],
];

describe('edits beside what a gate runs', () => {
  it.each(innocent)('%s', async (_, gate, project, edits) => {
    expect(await tampering(project, edits, { gates: [gate] })).toEqual([]);
  });
});
