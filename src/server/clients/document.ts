import { UserError } from '../../base/errors.ts';
import type { Client, Entry } from './client.ts';

/** A client's config text, opened at the place where Ralph's entry is or would be. */
export interface ConfigDocument {
  /** The value under our name, `undefined` when there is none. */
  readonly entry: unknown;
  /** The text with the entry added or brought up to date; everything else byte for byte as it was. */
  withEntry(entry: Entry): string;
  /** The text without the entry; everything else byte for byte as it was. */
  withoutEntry(): string;
}

export interface DocumentPlace {
  /** For messages. */
  readonly file: string;
  readonly parent: string;
}

/** Reads one format; both parsers are loaded only by the commands that edit files. */
export async function openDocument(
  client: Pick<Client, 'format' | 'parent'>,
  file: string,
  text: string,
): Promise<ConfigDocument> {
  const place = { file, parent: client.parent };
  if (client.format === 'toml') {
    const { openToml } = await import('./toml-document.ts');
    return openToml(text, place);
  }
  const { openJson } = await import('./json-document.ts');
  return openJson(text, place);
}

const mark = '\uFEFF';

/** The byte order mark some editors write is no part of the document, but stays in the file. */
export function splitMark(text: string): readonly [mark: string, body: string] {
  return text.startsWith(mark) ? [mark, text.slice(1)] : ['', text];
}

/** The line ending the file already uses. */
export function lineEnding(text: string): string {
  return /\r?\n/.exec(text)?.[0] ?? '\n';
}

export function unparsable(file: string, line: number, column: number, why: string): UserError {
  return new UserError(`${file} cannot be read: line ${line}, column ${column}: ${why}.`, {
    hint: 'Correct the file there and run this again, or make the change by hand (--print shows the entry). Nothing was changed.',
  });
}

export function wrongShape(file: string, what: string): UserError {
  return new UserError(`${file} has an unexpected shape: ${what}.`, {
    hint: 'Correct the file and run this again, or make the change by hand (--print shows the entry). Nothing was changed.',
  });
}

/** An edit that would have touched more than our entry: found by reading the result back. */
export function unsafeEdit(file: string): UserError {
  return new UserError(`${file} is written in a way that cannot be edited safely.`, {
    hint: 'Make the change by hand (--print shows the entry). Nothing was changed.',
  });
}
