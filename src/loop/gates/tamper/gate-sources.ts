import type { SimpleCommand } from '../../programs/command-line.ts';
import type { Gate } from '../gate.ts';
import { makefileNames } from '../make-targets.ts';
import { scriptInvokedBy, scriptsOf } from '../package-scripts.ts';
import { commandsIn, filesRunBy, inside } from './gate-commands.ts';
import { recipeOf } from './make-recipes.ts';

/** What a gate's verdict rests on, besides the tests. Plain data, to be kept with the run. */
export interface GateSource {
  readonly gate: string;
  readonly kind: 'file' | 'package_script' | 'make_target';
  readonly path: string;
  /** The script or target; empty for a file. */
  readonly name: string;
}

/** Files in which other runners keep what a gate calls by name. */
const runnerFiles: Readonly<Record<string, readonly string[]>> = {
  just: ['justfile', 'Justfile', '.justfile'],
  task: ['Taskfile.yml', 'Taskfile.yaml'],
  tox: ['tox.ini'],
  nox: ['noxfile.py'],
  rake: ['Rakefile'],
  invoke: ['tasks.py'],
  turbo: ['turbo.json'],
  nx: ['nx.json'],
  'pre-commit': ['.pre-commit-config.yaml'],
};
const scriptLists = new Set(['npm-run-all', 'npm-run-all2', 'run-s', 'run-p']);
const mostDepth = 12;

/**
 * Follows the gates' commands into package scripts, Makefiles and the project's own programs. To be asked before
 * the run: afterwards a changed file could lead elsewhere.
 */
export async function readGateSources(
  gates: readonly Gate[],
  readText: (path: string) => Promise<string | undefined>,
): Promise<readonly GateSource[]> {
  const found = new Map<string, GateSource>();

  const follow = async (gate: string, line: string, folder: string, depth: number) => {
    if (depth > mostDepth) return;
    const add = (kind: GateSource['kind'], path: string, name = ''): boolean => {
      const key = `${gate}\n${kind}\n${path}\n${name}`;
      if (found.has(key)) return false;
      found.set(key, { gate, kind, path, name });
      return true;
    };
    const script = async (file: string, name: string, scripts: ReadonlyMap<string, string>) => {
      for (const one of [`pre${name}`, name, `post${name}`]) {
        const text = scripts.get(one);
        if (text === undefined || !add('package_script', file, one)) continue;
        await follow(gate, text, file.replace(/[^/]*$/, '') || '.', depth + 1);
      }
    };
    for (const relative of commandsIn(line)) {
      const command = placed(relative, folder);
      for (const file of filesRunBy(command)) add('file', file);
      for (const name of runnerFiles[command.words[0] ?? ''] ?? []) {
        const [file] = inside(command.folder, name);
        if (file !== undefined && (await readText(file)) !== undefined) add('file', file);
      }
      const [manifest] = inside(command.folder, 'package.json');
      const scripts = scriptsOf((manifest && (await readText(manifest))) ?? '{}');
      if (manifest && scripts) {
        for (const name of scriptsRunBy(command, scripts)) await script(manifest, name, scripts);
      }
      for (const target of targetsOf(command)) {
        const makefile = await firstText(command.folder, readText);
        if (!makefile || !add('make_target', makefile.path, target)) continue;
        for (const one of recipeOf(makefile.text, target)?.split('\n') ?? []) {
          await follow(gate, one.replace(/^[@+-]+/, ''), command.folder, depth + 1);
        }
      }
    }
  };

  for (const { name, run } of gates) await follow(name, run, '.', 0);
  return [...found.values()];
}

/** A package manager or make may be told to work in another folder. */
function placed({ words, folder }: SimpleCommand, base: string): SimpleCommand {
  let at = base === '.' ? folder : `${base}/${folder}`;
  const rest: string[] = [];
  for (let place = 0; place < words.length; place++) {
    const word = words[place] ?? '';
    const [, value] = /^(?:--prefix|--cwd|--dir|-C)(?:=(.+))?$/.exec(word) ?? [];
    if (value !== undefined) at = `${at}/${value}`;
    else if (/^(?:--prefix|--cwd|--dir|-C)$/.test(word)) at = `${at}/${words[++place] ?? ''}`;
    else rest.push(word);
  }
  return { words: rest, folder: inside(at, '.')[0] ?? '.' };
}

function scriptsRunBy({ words }: SimpleCommand, scripts: ReadonlyMap<string, string>): string[] {
  const [program = '', ...args] = words;
  const plain = args.filter((word) => !word.startsWith('-'));
  if (scriptLists.has(program)) {
    return plain.flatMap((pattern) => {
      const fits = new RegExp(`^${pattern.replace(/[^\w*:-]/g, '\\$&').replace(/\*+/g, '.*')}$`);
      return [...scripts.keys()].filter((name) => fits.test(name));
    });
  }
  if (program === 'node') return args[0] === '--run' ? args.slice(1, 2) : [];
  const certain = scriptInvokedBy([program, ...plain]);
  if (certain !== undefined) return [certain];
  // pnpm and yarn run a script by its bare name, if there is one.
  const [bare = ''] = plain;
  return /^(?:pnpm|yarn|bun)$/.test(program) && scripts.has(bare) ? [bare] : [];
}

function targetsOf({ words }: SimpleCommand): readonly string[] {
  const [program = '', ...args] = words;
  if (!/^(?:make|gmake)$/.test(program)) return [];
  const targets = args.filter((word) => !/^-|=/.test(word));
  return targets.length > 0 ? targets : [''];
}

async function firstText(
  folder: string,
  readText: (path: string) => Promise<string | undefined>,
): Promise<{ path: string; text: string } | undefined> {
  for (const name of makefileNames) {
    const [path] = inside(folder, name);
    const text = path === undefined ? undefined : await readText(path);
    if (path !== undefined && text !== undefined) return { path, text };
  }
  return undefined;
}
