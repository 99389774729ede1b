import type { Gate } from '../../gates/gate.ts';
import { loopFiles } from '../../loop-files.ts';
import { scaffoldPrompt } from '../../scaffold/files/prompt.ts';
import { promise } from '../rules/promise.ts';

/**
 * What a prompt asks for, without how an iteration goes: that is the same whatever is asked, and would find what is
 * about procedure in the memory and in the catalog. Pieces that speak of the run's own files, its gates or its end, or
 * that every new prompt begins with, are left out; a prompt with nothing else in it is taken whole.
 */
export function whatIsAsked(prompt: string, gates: readonly Pick<Gate, 'run'>[]): string {
  const ofProcedure = [...Object.values(loopFiles), promise, ...gates.map(({ run }) => run)];
  const scaffold = new Set(piecesOf(scaffoldPrompt).map(essence));
  const asked = piecesOf(prompt).filter(
    (piece) => !scaffold.has(essence(piece)) && !ofProcedure.some((sign) => piece.includes(sign)),
  );
  const text = withoutBareHeadings(asked).join('\n\n');
  return text === '' ? prompt : text;
}

/** Headings, paragraphs, and the entries of lists with the lines that belong to them. */
function piecesOf(text: string): string[] {
  const pieces: string[] = [];
  let isOpen = false;
  for (const line of text.split(/\r?\n/)) {
    const isHeading = /^#{1,6}\s/.test(line);
    const isEntry = /^\s*(?:[-*+]|\d+[.)])\s/.test(line);
    const last = pieces.length - 1;
    if (line.trim() === '') isOpen = false;
    else if (isHeading || isEntry || !isOpen) {
      pieces.push(line);
      isOpen = !isHeading;
    } else pieces[last] = `${pieces[last]}\n${line}`;
  }
  return pieces;
}

/** A heading says something only of what stands below it. */
function withoutBareHeadings(pieces: readonly string[]): string[] {
  const isHeading = (piece: string | undefined) => piece === undefined || /^#{1,6}\s/.test(piece);
  return pieces.filter((piece, place) => !isHeading(piece) || !isHeading(pieces[place + 1]));
}

function essence(text: string): string {
  return text.replace(/\s+/g, ' ').trim().toLowerCase();
}
