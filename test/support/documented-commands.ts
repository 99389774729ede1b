import { commandTree } from '../../src/cli/command-tree.ts';
import { parseCommand } from '../../src/cli/parse-command.ts';
import { ParseProblem } from '../../src/cli/parse-options.ts';
import { route } from '../../src/cli/route.ts';
import { UsageError } from '../../src/cli/usage-error.ts';
import { shellWords } from './shell-words.ts';

/** A command line of Ralph in a document, as words without `ralph`. */
export interface DocumentedCommand {
  readonly line: number;
  /** To be typed as it stands; in running text arguments may be left out. */
  readonly whole: boolean;
  readonly words: readonly string[];
}

const shells = new Set(['', 'sh', 'bash', 'shell', 'console']);

/** Every command line of Ralph in a document's code blocks, and the ones quoted in its text. */
export function documentedCommands(markdown: string): DocumentedCommand[] {
  const found: DocumentedCommand[] = [];
  let fence: string | undefined;
  let joined = '';
  for (const [index, text] of markdown.split('\n').entries()) {
    const line = index + 1;
    const [, mark] = /^\s*```(\w*)/.exec(text) ?? [];
    if (mark !== undefined) {
      fence = fence === undefined ? mark : undefined;
      joined = '';
    } else if (fence === undefined) {
      for (const [, quoted = ''] of text.matchAll(/`([^`]+)`/g))
        for (const words of quotedCommands(quoted)) found.push({ line, whole: false, words });
    } else if (shells.has(fence)) {
      joined += text.replace(/\\$/, '');
      if (text.endsWith('\\')) continue;
      for (const words of typedCommands(joined)) found.push({ line, whole: true, words });
      joined = '';
    }
  }
  return found;
}

/** What keeps a command line from being understood: a name, a flag or a number of words; nothing when it is fine. */
export async function problemWith({
  words,
  whole,
}: Pick<DocumentedCommand, 'words' | 'whole'>): Promise<string | undefined> {
  try {
    const { node, rest } = route(commandTree, words);
    if (!node?.load) {
      const stranger = rest.find((word) => !['--help', '-h', '--version', '-V'].includes(word));
      return stranger === undefined || !whole ? undefined : `"${stranger}" is not known`;
    }
    const spec = await node.load();
    const relaxed = whole
      ? spec
      : { ...spec, arguments: spec.arguments?.map((each) => ({ ...each, required: false })) ?? [] };
    parseCommand(relaxed, rest);
    return undefined;
  } catch (thrown) {
    if (!(thrown instanceof UsageError || thrown instanceof ParseProblem)) throw thrown;
    // A word in capitals stands for whatever the reader puts there.
    return /^"[A-Z_…]+" is not a value of/.test(thrown.message) ? undefined : thrown.message;
  }
}

function typedCommands(line: string): string[][] {
  const command = line.replace(/(^|\s)#.*$/, '').replace(/^\s*\$ /, '');
  return command.split(/\||&&|;|(?<!<[^>]*)>/).flatMap((part) => {
    const words = shellWords(part).map(withoutBrackets).filter(Boolean);
    while (/^[A-Z_]+=/.test(words[0] ?? '') || words[0] === 'npx') words.shift();
    return /^(\.\/)?ralph$/.test(words[0] ?? '') ? [words.slice(1)] : [];
  });
}

/** In text a command may leave out its end (`ralph task …`), and stand for several (`ralph tool list|show`). */
function quotedCommands(quoted: string): string[][] {
  if (!/^(?:\.\/)?ralph [a-z-]/.test(quoted)) return [];
  const [, rest = ''] = /^\S+ (.*)$/.exec(quoted) ?? [];
  return rest.split(' · ').flatMap((one) => {
    const [shown = ''] = one.split(/ ?…| [|>&] /);
    const words = shellWords(shown).map(withoutBrackets).filter(Boolean);
    return expanded(words);
  });
}

function expanded([first, ...rest]: readonly string[]): string[][] {
  if (first === undefined) return [[]];
  const heads = /^[a-z|-]+$/.test(first) ? first.split('|') : [first];
  return heads.flatMap((head) => expanded(rest).map((tail) => [head, ...tail]));
}

function withoutBrackets(word: string): string {
  return word.replaceAll(/^\[|\]$|^<|>$/g, '');
}
