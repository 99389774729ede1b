import type { Language } from './language.ts';

interface Lexis {
  readonly comments: RegExp;
  readonly strings: RegExp;
}

/** Sticky patterns: each is tried where the scanner stands. An unclosed string ends with its line. */
const cComments = /\/\/[^\n]*|\/\*[\s\S]*?(?:\*\/|$(?![\s\S]))/y;
const quoted = /"(?:\\[\s\S]|[^"\\\n])*"?|'(?:\\[\s\S]|[^'\\\n])*'?/y;

const lexes: Readonly<Record<Language, Lexis>> = {
  javascript: {
    comments: cComments,
    strings: /`(?:\\[\s\S]|[^`\\])*`?|"(?:\\[\s\S]|[^"\\\n])*"?|'(?:\\[\s\S]|[^'\\\n])*'?/y,
  },
  python: {
    comments: /#[^\n]*/y,
    strings:
      /"""[\s\S]*?(?:"""|$(?![\s\S]))|'''[\s\S]*?(?:'''|$(?![\s\S]))|"(?:\\[\s\S]|[^"\\\n])*"?|'(?:\\[\s\S]|[^'\\\n])*'?/y,
  },
  go: { comments: cComments, strings: /`[^`]*`?|"(?:\\[\s\S]|[^"\\\n])*"?|'(?:\\.|[^'\\\n])'/y },
  // A single quote also begins a lifetime.
  rust: { comments: cComments, strings: /"(?:\\[\s\S]|[^"\\])*"?|'(?:\\.|[^'\\\n])'/y },
  jvm: {
    comments: cComments,
    strings: /"""[\s\S]*?(?:"""|$(?![\s\S]))|"(?:\\[\s\S]|[^"\\\n])*"?|'(?:\\.|[^'\\\n])+'?/y,
  },
  csharp: {
    comments: cComments,
    strings: /@"(?:""|[^"])*"?|"(?:\\[\s\S]|[^"\\\n])*"?|'(?:\\.|[^'\\\n])+'?/y,
  },
  ruby: { comments: /#[^\n]*|^=begin[\s\S]*?^=end/my, strings: quoted },
  php: { comments: /\/\/[^\n]*|#(?!\[)[^\n]*|\/\*[\s\S]*?(?:\*\/|$(?![\s\S]))/y, strings: quoted },
};

/** The same text, place for place, with blanks for comments and for what stands in strings. */
export function maskCode(text: string, language: Language): string {
  return mask(text, language, (string) => {
    const quote = /^@?(?:"""|'''|["'`])/.exec(string)?.[0].length ?? 1;
    const end = string.length > quote ? string.slice(-1) : '';
    return string.slice(0, quote) + blank(string.slice(quote, string.length - end.length)) + end;
  });
}

/** The text with blanks for comments only. */
export function withoutComments(text: string, language: Language): string {
  return mask(text, language, (string) => string);
}

function mask(text: string, language: Language, onString: (string: string) => string): string {
  const { comments, strings } = lexes[language];
  const parts: string[] = [];
  let plainFrom = 0;
  let at = 0;
  const replace = (found: string, by: string) => {
    parts.push(text.slice(plainFrom, at), by);
    at += found.length;
    plainFrom = at;
  };
  while (at < text.length) {
    const character = text.charCodeAt(at);
    // Only `"`, `#`, `'`, `/`, `=`, `@`, `` ` `` can begin one; an escape outside of strings hides the next.
    if (character === 92) at += 2;
    else if (!isOpening(character)) at++;
    else {
      comments.lastIndex = at;
      strings.lastIndex = at;
      const comment = comments.exec(text)?.[0];
      const string = comment ? undefined : strings.exec(text)?.[0];
      if (comment) replace(comment, blank(comment));
      else if (string) replace(string, onString(string));
      else at++;
    }
  }
  parts.push(text.slice(plainFrom));
  return parts.join('');
}

function isOpening(code: number): boolean {
  return (
    code === 34 ||
    code === 35 ||
    code === 39 ||
    code === 47 ||
    code === 61 ||
    code === 64 ||
    code === 96
  );
}

function blank(text: string): string {
  return text.replace(/[^\n]/g, ' ');
}
