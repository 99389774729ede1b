import { UserError } from '../../base/errors.ts';

export type ConfigPath = readonly (string | number)[];

const plainKey = /^[A-Za-z0-9_-]+$/;

/** `budgets.iterations`, `gates[0].run`, `prices["gpt-5.1"].input`: one text for one path. */
export function formatPath(path: ConfigPath): string {
  let text = '';
  for (const part of path) {
    if (typeof part === 'number') text += `[${part}]`;
    else if (plainKey.test(part)) text += text === '' ? part : `.${part}`;
    else text += `[${JSON.stringify(part)}]`;
  }
  return text;
}

const nextPart = /\.?([A-Za-z0-9_-]+)|\[(\d+)\]|\[("(?:[^"\\]|\\.)*")\]/y;

/** The other way round; a list's index may also be written as `gates.0.run`. */
export function parsePath(text: string): ConfigPath {
  const path: (string | number)[] = [];
  let at = 0;
  while (at < text.length) {
    nextPart.lastIndex = at;
    const match = nextPart.exec(text);
    if (!match) {
      throw new UserError(`"${text}" is not a path into the configuration.`, {
        hint: 'Write keys with dots between them, for example budgets.iterations; quote a key that has a dot itself: prices["gpt-5.1"].',
        exitCode: 2,
      });
    }
    const [whole, word, index, quoted] = match;
    if (quoted !== undefined) path.push(unquote(quoted));
    else path.push(word ?? Number(index));
    at += whole.length;
  }
  return path;
}

function unquote(text: string): string {
  try {
    return String(JSON.parse(text));
  } catch {
    return text.slice(1, -1);
  }
}
