import { spawnSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { scratchFolder } from '../../../test/support/scratch-folder.ts';
import { sampleTree } from '../testing/sample-tree.ts';
import { bashScript } from './bash.ts';
import { completionPlaces } from './completion-model.ts';
import { fishScript } from './fish.ts';
import { zshScript } from './zsh.ts';

/** Bash hands its words to the function as it would on TAB. */
const askBash = `
source "$1"; shift
complete -p ralph >/dev/null || exit 1
COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); COMPREPLY=()
_ralph
printf '%s\\n' "\${COMPREPLY[@]}"`;

/** The parts of zsh's completion system that the script calls, printing what fits the word. */
const askZsh = `
compdef() { :; }
compset() { :; }
offer() { local each; for each in "$@"; do [[ $each == \${words[CURRENT]##*=}* ]] && print -r -- "$each"; done }
compadd() { shift; offer "$@"; }
_describe() { offer "\${(@)found%%:*}"; }
_files() { for each in */; do offer "\${each%/}"; done }
source "$1"; shift
words=("$@"); CURRENT=$#
_ralph; true`;

const shells = {
  bash: { script: bashScript, args: ['--noprofile', '--norc', '-c', askBash, 'bash'] },
  zsh: { script: zshScript, args: ['-f', '-c', askZsh, 'zsh'] },
  fish: { script: fishScript, args: ['-N', '-c', 'source $argv[1]; complete -C "$argv[2..]"'] },
};

const isInstalled = (shell: string) => spawnSync(shell, ['--version']).status === 0;

const folder = scratchFolder();
beforeAll(async () => {
  mkdirSync(path.join(folder, 'trays'));
  const places = await completionPlaces(sampleTree());
  for (const [name, { script }] of Object.entries(shells)) {
    writeFileSync(path.join(folder, `script.${name}`), script(places));
  }
});

function complete(shell: keyof typeof shells, words: readonly string[]): string[] {
  const { args } = shells[shell];
  const { stdout, stderr, status } = spawnSync(shell, [...args, `script.${shell}`, ...words], {
    cwd: folder,
    encoding: 'utf8',
    env: { PATH: process.env.PATH, HOME: folder },
  });
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
  // Fish adds a description after a tab and a slash after folders.
  const offers = stdout.split('\n').map((line) => line.split('\t')[0]?.replace(/\/$/, '') ?? '');
  return offers.filter(Boolean).sort();
}

const installed = (['bash', 'zsh', 'fish'] as const).filter(isInstalled);

it('bash, the shell that is always there, is among those tried', () => {
  expect(installed).toContain('bash');
});

describe.each(installed)('%s offers', (shell) => {
  it.each([
    ['ralph b', ['bake', 'burn']],
    ['ralph oven c', ['clean']],
    ['ralph --root trays ov', ['oven']],
    ['ralph --log-level i', ['info']],
    ['ralph bake c', ['cake']],
    ['ralph bake --size small b', ['bread']],
    ['ralph bake bread --size l', ['large']],
    ['ralph bake bread --he', ['--heat', '--help']],
    ['ralph oven --ro', ['--root']],
    ['ralph oven clean --ver', []],
    ['ralph bake --tray t', ['trays']],
  ])('%s<TAB>', (line, offers) => {
    expect(complete(shell, line.split(' '))).toEqual(offers);
  });
});

it('bash offers values after = too, which it sees as a word of its own', () => {
  expect(complete('bash', ['ralph', 'bake', '--size', '=', 's'])).toEqual(['small']);
  expect(complete('bash', ['ralph', 'bake', '--size', '='])).toEqual(['large', 'small']);
});
