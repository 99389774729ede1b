import { tokenize } from '../../base/tokenize.ts';

/** A piece is about a paragraph, less where there is little room: a few of them should fit. */
const longestPiece = 600;
const fewestPieces = 4;
/** What stands further back in a huge text is not looked at: the question is waiting. */
const mostRead = 300_000;
const gap = '\n[…]\n';

/**
 * The parts of a long text that have most to do with a question, in their own order, within so many characters.
 * The beginning is always among them: it says what the text is.
 */
export function excerptFor(text: string, question: string, longest: number): string {
  if (text.length <= longest) return text;
  const pieceLength = Math.max(
    1,
    Math.min(longestPiece, Math.floor(longest / fewestPieces) - gap.length),
  );
  const pieces = piecesOf(text.slice(0, mostRead), pieceLength);
  const wanted = new Set(tokenize(question));
  const found = pieces.map((piece) => {
    return new Set(tokenize(piece).filter((term) => wanted.has(term)));
  });
  const having = new Map<string, number>();
  for (const terms of found)
    for (const term of terms) having.set(term, (having.get(term) ?? 0) + 1);
  const worth = (terms: ReadonlySet<string>) =>
    [...terms].reduce(
      (sum, term) => sum + Math.log(1 + pieces.length / (having.get(term) ?? 1)),
      0,
    );
  const byWorth = pieces
    .map((piece, place) => ({
      piece,
      place,
      worth: place === 0 ? Number.POSITIVE_INFINITY : worth(found[place] ?? new Set()),
    }))
    .sort((a, b) => b.worth - a.worth || a.place - b.place);
  const chosen: number[] = [];
  let length = 0;
  for (const { piece, place } of byWorth) {
    const added = piece.length + gap.length;
    if (length + added > longest) break;
    length += added;
    chosen.push(place);
  }
  if (chosen.length === 0) return text.slice(0, longest);
  return joined(
    pieces,
    chosen.sort((a, b) => a - b),
    text.length > mostRead,
  );
}

function joined(pieces: readonly string[], places: readonly number[], isCut: boolean): string {
  let text = '';
  let last = -1;
  for (const place of places) {
    text += place === last + 1 ? pieces[place] : gap + pieces[place];
    last = place;
  }
  return last < pieces.length - 1 || isCut ? text + gap.trimEnd() : text;
}

/** At the ends of lines or words where there are any; never inside a character. */
function piecesOf(text: string, length: number): string[] {
  const pieces: string[] = [];
  for (let start = 0; start < text.length; ) {
    const end = endOfPiece(text, start, length);
    pieces.push(text.slice(start, end));
    start = end;
  }
  return pieces;
}

function endOfPiece(text: string, start: number, length: number): number {
  const end = start + length;
  if (end >= text.length) return text.length;
  for (const mark of ['\n', ' ']) {
    const at = text.lastIndexOf(mark, end - 1);
    if (at > start + length / 2) return at + 1;
  }
  return /[\uDC00-\uDFFF]/.test(text[end] ?? '') ? end + 1 : end;
}
