import { findNodeAtLocation, type Node } from 'jsonc-parser';
import { parseJsonDocument } from './json-document.ts';

/**
 * The PRD with `passes` of the stories at these places set to false. Every other byte stays: the file is the user's,
 * and a rewritten one would look tampered with.
 */
export function reopenStories(text: string, places: readonly number[]): string {
  const document = parseJsonDocument(text);
  if (!document.ok) return text;
  // The parser is given the text without its byte order mark.
  const shift = text.startsWith('\uFEFF') ? 1 : 0;
  const values = places
    .flatMap((place) => passesOf(findNodeAtLocation(document.root, ['userStories', place])))
    .sort((a, b) => b.offset - a.offset);
  let edited = text;
  for (const { offset, length } of values) {
    const start = offset + shift;
    edited = `${edited.slice(0, start)}false${edited.slice(start + length)}`;
  }
  return edited;
}

/** Each of them where the key stands twice: whichever a reader takes, it must not pass. */
function passesOf(story: Node | undefined): Node[] {
  return (story?.children ?? []).flatMap(({ children: [key, value] = [] }) =>
    key?.value === 'passes' && value?.type === 'boolean' && value.value === true ? [value] : [],
  );
}
