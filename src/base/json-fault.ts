import { type ParseError, printParseErrorCode } from 'jsonc-parser';

/** Where a JSON text stops being one, as editors count, and what is wrong there. */
export interface JsonFault {
  readonly line: number;
  readonly column: number;
  readonly reason: string;
}

const reasons: Readonly<Record<string, string>> = {
  InvalidSymbol: 'this is no JSON value',
  InvalidNumberFormat: 'this is no JSON number',
  PropertyNameExpected: 'a property name in double quotes is expected (is there a comma too many?)',
  ValueExpected: 'a value is expected (is there a comma too many?)',
  ColonExpected: 'a colon is expected after the property name',
  CommaExpected: 'a comma is expected before this',
  CloseBraceExpected: 'a closing } is missing',
  CloseBracketExpected: 'a closing ] is missing',
  EndOfFileExpected: 'the file goes on after the end of its value',
  InvalidCommentToken: 'JSON has no comments',
  UnexpectedEndOfComment: 'a comment is not closed',
  UnexpectedEndOfString: 'a string is not closed on its line',
  UnexpectedEndOfNumber: 'a number is cut short',
  InvalidUnicode: 'a \\u escape needs four hexadecimal digits',
  InvalidEscapeCharacter: 'a string holds an unknown escape',
  InvalidCharacter: 'a string holds a raw control character',
};

/** The parser's complaint in words. */
export function jsonFault(text: string, { error, offset }: ParseError): JsonFault {
  const before = text.slice(0, offset).split(/\r\n|\n|\r/);
  return {
    line: before.length,
    column: (before.at(-1)?.length ?? 0) + 1,
    reason: reasons[printParseErrorCode(error)] ?? 'this is no JSON',
  };
}
