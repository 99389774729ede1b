import { execFileSync } from 'node:child_process';
import { mkdirSync, symlinkSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { type Mistakes, problemsOf } from './testing/problems-of.ts';
import { temporaryProject } from './testing/temporary-project.ts';

const mistakes: Mistakes = {
  'a duplicate key': [
    'commit: true\npreset: minimal\ncommit: false\n',
    'ralph.yaml:3:1: this key stands here twice.',
    'Keep one of the two.',
  ],
  'a secret where a key belongs': [
    `ghp_${'0123456789abcdefghij'.repeat(2).slice(0, 36)}: 1\n`,
    'ralph.yaml:1:1 [redacted:github_token]: unknown key.',
    'Remove it, or use one of: preset, agents, gates, budgets, commit, run, ui, notify, logs, prices, recipes, disciplines, tools, catalog, server, learning.',
  ],
  'a tab as indentation': [
    'budgets:\n\titerations: 3\n',
    'ralph.yaml:2:1: a tab is used as indentation.',
    'Indent with spaces.',
  ],
  'an open bracket': [
    'agents: { default: claude\n',
    'ralph.yaml:2:1: is not YAML: Flow map in block collection must be sufficiently indented and end with a }.',
    'Check the indentation, quotes and brackets at this place.',
  ],
  'a second document': [
    'commit: true\n---\ncommit: false\n',
    'ralph.yaml:2:1: a second document starts here.',
    'Remove the "---" line: the file holds one document.',
  ],
  'a list': [
    '- commit\n',
    'ralph.yaml: holds a list where keys are expected.',
    'Write keys, as in preset: minimal',
  ],
  'a single value': [
    'hello\n',
    'ralph.yaml: holds a single value where keys are expected.',
    'Write keys, as in preset: minimal',
  ],
  'aliases that unfold without end': [
    aliasBomb(),
    'ralph.yaml: unfolds to too much through its aliases or its nesting.',
    'Write the settings out plainly, without aliases and deep nesting.',
  ],
  'nesting without end': [
    `a: ${'['.repeat(5_000)}`,
    'ralph.yaml: unfolds to too much through its aliases or its nesting.',
    'Write the settings out plainly, without aliases and deep nesting.',
  ],
  'nesting without end in lists': [
    `a:\n  ${'- '.repeat(50_000)}`,
    'ralph.yaml: unfolds to too much through its aliases or its nesting.',
    'Write the settings out plainly, without aliases and deep nesting.',
  ],
  'a file that is too large': [
    `# ${'x'.repeat(1_100_000)}\n`,
    'ralph.yaml: is 1100003 bytes, over the limit of 1048576.',
    'Keep settings only, and move everything else out of the file.',
  ],
};

function aliasBomb(): string {
  const levels = Array.from({ length: 9 }, (_, i) => {
    const items = i === 0 ? 'x, x' : `*l${i - 1}, *l${i - 1}, *l${i - 1}, *l${i - 1}`;
    return `l${i}: &l${i} [${items}, ${items}]`;
  });
  return `${levels.join('\n')}\n`;
}

it.each(Object.entries(mistakes))('explains %s', async (_, [yaml, ...expected]) => {
  const { root, env } = temporaryProject({ project: yaml });
  expect(await problemsOf({ root, env })).toEqual([expected.join('\n    ')]);
});

it('says that a file is a folder', async () => {
  const { root, env } = temporaryProject();
  mkdirSync(path.join(root, 'ralph.yaml'));
  expect(await problemsOf({ root, env })).toEqual([
    'ralph.yaml: is not a file.\n    Put a YAML file there, or remove ralph.yaml.',
  ]);
});

it('says that a file cannot be read', async () => {
  const { root, env } = temporaryProject();
  symlinkSync('ralph.yaml', path.join(root, 'ralph.yaml'));
  expect(await problemsOf({ root, env })).toEqual([
    'ralph.yaml: cannot be read (ELOOP).\n    Make the file readable for this user, or remove it.',
  ]);
});

it('says that a file is no text', async () => {
  const { root, env } = temporaryProject({ project: Buffer.from([0x63, 0xff, 0xfe, 0x0a]) });
  expect(await problemsOf({ root, env })).toEqual([
    'ralph.yaml: is not UTF-8 text.\n    Save the file as UTF-8.',
  ]);
});

// A system command and no dependency, which is what a literal here would be taken for.
const makePipe = 'mkfifo';

it('does not hang on a named pipe', async () => {
  const { root, env } = temporaryProject();
  execFileSync(makePipe, [path.join(root, 'ralph.yaml')]);
  expect(await problemsOf({ root, env })).toEqual([
    'ralph.yaml: is not a file.\n    Put a YAML file there, or remove ralph.yaml.',
  ]);
});

it('reads the rest of a file with a duplicate key', async () => {
  const { root, env } = temporaryProject({ project: 'commit: true\ncommit: false\nstall: 1\n' });
  expect(await problemsOf({ root, env })).toHaveLength(2);
});
