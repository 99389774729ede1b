export interface SimpleCommand {
  readonly words: readonly string[];
  /** Folder it runs in, relative to where the line starts. */
  readonly folder: string;
}

/** Words that a shell answers itself, so that no program of that name need exist. */
const builtins = new Set(
  'alias cd echo eval exit export false printf pwd read set shift test [ trap true ulimit umask unset :'.split(
    ' ',
  ),
);
const beyondUs = new Set(
  '! { if for while until case function time env exec command . source'.split(' '),
);

/**
 * The first program that a shell line runs, as far as that can be told without a shell:
 * leading assignments, builtins and `cd` are stepped over; anything cleverer answers nothing.
 */
export function firstProgram(line: string): SimpleCommand | undefined {
  let folder = '.';
  for (const words of simpleCommands(line)) {
    const command = words.slice(words.findIndex((word) => !/^[A-Za-z_]\w*=/.test(word.text)));
    const first = command[0];
    if (!first || /^[A-Za-z_]\w*=/.test(first.text)) continue;
    if (first.computed || beyondUs.has(first.text)) return undefined;
    if (first.text === 'cd') {
      const target = command[1];
      if (!target || target.computed || target.text.startsWith('-')) return undefined;
      folder = target.text.startsWith('/') ? target.text : `${folder}/${target.text}`;
      continue;
    }
    if (builtins.has(first.text)) continue;
    return { words: command.map((word) => word.text), folder };
  }
  return undefined;
}

interface Word {
  readonly text: string;
  /** Holds a variable or a substitution, so its value is not known here. */
  readonly computed: boolean;
}

function* simpleCommands(line: string): Generator<readonly Word[]> {
  let words: Word[] = [];
  for (const token of line.matchAll(tokenPattern)) {
    const text = token[0];
    if (/^(?:\d*[<>]&|&>)/.test(text)) {
      // Where output goes is no command.
    } else if (text === '\n' || /^[;|&]/.test(text)) {
      if (words.length > 0) yield words;
      words = [];
    } else if (text.trim() !== '') {
      words.push(readWord(text));
    }
  }
  if (words.length > 0) yield words;
}

const tokenPattern =
  /\n|[^\S\n]+|\d*[<>]&[\d-]+|&>>?|&&|\|\||[;|&]|(?:"(?:\\.|[^"\\])*"?|'[^']*'?|\\.?|[^\s;|&"'\\])+/gs;

function readWord(raw: string): Word {
  let computed = false;
  const text = raw.replace(
    /"((?:\\.|[^"\\])*)"?|'([^']*)'?|\\(.)?|([^"'\\]+)/gs,
    (_, double?: string, single?: string, escaped?: string, plain?: string) => {
      if (double !== undefined) {
        computed ||= /[$`]/.test(double);
        return double.replace(/\\([\\"$`])/g, '$1');
      }
      if (plain !== undefined) {
        computed ||= /[$`()<>*?]/.test(plain);
        return plain;
      }
      return single ?? escaped ?? '';
    },
  );
  return { text, computed };
}
