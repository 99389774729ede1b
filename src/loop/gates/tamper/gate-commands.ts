import path from 'node:path';
import { firstProgram, type SimpleCommand } from '../../programs/command-line.ts';

/** Pieces of a shell line between `&&`, `||`, `|`, `;`, `&` and line ends, quotes respected. */
const piece = /(?:"(?:\\.|[^"\\])*"?|'[^']*'?|\\.|[^;|&\n"'\\])+/gs;
/** Words that only lead up to a command. */
const leading =
  /^\s*(?:(?:!|\{|\(|if|then|else|elif|while|until|do|time|exec|command|nice|env)\s+)+/;
/** Programs that run the command after their own options. */
const wrappers: Readonly<Record<string, number>> = {
  'cross-env': 0,
  dotenv: 0,
  sudo: 0,
  'xvfb-run': 0,
  npx: 0,
  bunx: 0,
  timeout: 1,
};
const wrapperPairs = new Set(
  'uv run,poetry run,pdm run,pipenv run,hatch run,bundle exec,npm exec,pnpm exec,pnpm dlx,yarn exec,bun x'.split(
    ',',
  ),
);

/** Every program that a shell line runs, as far as that can be told without a shell. */
export function commandsIn(line: string): readonly SimpleCommand[] {
  const folders: string[] = [];
  const found: SimpleCommand[] = [];
  for (const [text] of line.matchAll(piece)) {
    const bare = text
      .replace(leading, '')
      .replace(/^\s*(?:\.|source)\s+/, 'sh ')
      .replace(/\)\s*$/, '');
    if (/^\s*cd\s/.test(bare)) folders.push(bare);
    else {
      const command = firstProgram([...folders, bare].join(' && '));
      if (command) found.push(unwrapped(command));
    }
  }
  return found;
}

function unwrapped({ words, folder }: SimpleCommand): SimpleCommand {
  const [program = '', second = ''] = words;
  const skip = wrapperPairs.has(`${program} ${second}`)
    ? 2
    : Object.hasOwn(wrappers, program)
      ? 1 + (wrappers[program] ?? 0)
      : 0;
  if (skip === 0) return { words, folder };
  const rest = words.slice(skip);
  // Options of the wrapper, and assignments.
  const start = rest.findIndex((word) => !/^-|^[A-Za-z_]\w*=/.test(word));
  return start === -1 ? { words, folder } : unwrapped({ words: rest.slice(start), folder });
}

const interpreters =
  /^(?:sh|bash|zsh|dash|ksh|fish|node|nodejs|python[\d.]*|ruby|perl|php|tsx|ts-node|bun|deno|pwsh|Rscript|lua)$/;
/** Options after which there is no file, or a word that is none. */
const runsText = /^-(?:e|c|p|-eval|-print|-command)$/;
const runsTests = /^(?:--test|test)$/;
const takesFile = /^(?:-r|--require|--import|--loader|--experimental-loader)$/;

/** The project's own files that a command executes, relative to the root. */
export function filesRunBy({ words, folder }: SimpleCommand): readonly string[] {
  const [program = '', ...args] = words;
  if (!interpreters.test(program)) return program.includes('/') ? inside(folder, program) : [];
  const files: string[] = [];
  for (let at = 0; at < args.length; at++) {
    const word = args[at] ?? '';
    if (runsText.test(word) || runsTests.test(word)) return files;
    if (word === '-m') return [...files, ...inside(folder, moduleFile(args[at + 1] ?? ''))];
    if (takesFile.test(word)) files.push(...inside(folder, args[++at] ?? ''));
    else if (!word.startsWith('-') && word !== 'run') return [...files, ...inside(folder, word)];
  }
  return files;
}

function moduleFile(module: string): string {
  return `${module.replaceAll('.', '/')}.py`;
}

export function inside(folder: string, file: string): string[] {
  const joined = path.posix.normalize(path.posix.join(folder, file));
  return file === '' || file.startsWith('/') || joined.startsWith('../') ? [] : [joined];
}
