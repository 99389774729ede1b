const begin = /-{4,5} ?BEGIN (?:[A-Z0-9]{1,12} ){0,4}PRIVATE KEY(?: BLOCK)? ?-{4,5}/g;
const end = /-{4,5} ?END (?:[A-Z0-9]{1,12} ){0,4}PRIVATE KEY(?: BLOCK)? ?-{4,5}/g;
/** What the body of a key is made of, with its line ends as they are or escaped in JSON. */
const body = /^[A-Za-z0-9+/=\s\\:,.-]*/;
const base64 = /[A-Za-z0-9+/=]/;
const longestKey = 16_384;

/** Removes PEM private keys: whole, cut off before their end, and cut off before their beginning. */
export function redactPrivateKeys(text: string, replacement: string): string {
  if (!text.includes('PRIVATE KEY')) return text;
  const begins = [...text.matchAll(begin)];
  const ends = [...text.matchAll(end)];
  let out = '';
  let done = 0;
  let nextEnd = 0;
  for (const [i, match] of begins.entries()) {
    if (match.index < done) continue;
    const follower = begins[i + 1]?.index ?? text.length;
    while ((ends[nextEnd]?.index ?? text.length) < match.index) {
      const orphan = ends[nextEnd++];
      if (orphan && orphan.index >= done) {
        out += withoutTail(text.slice(done, orphan.index), replacement);
        done = orphan.index + orphan[0].length;
      }
    }
    out += text.slice(done, match.index) + replacement;
    const closing = ends[nextEnd];
    if (closing && closing.index < follower) {
      done = closing.index + closing[0].length;
      nextEnd++;
    } else {
      const from = match.index + match[0].length;
      done = from + (body.exec(text.slice(from, follower))?.[0].length ?? 0);
    }
  }
  for (const orphan of ends.slice(nextEnd)) {
    out += withoutTail(text.slice(done, orphan.index), replacement);
    done = orphan.index + orphan[0].length;
  }
  return out + text.slice(done);
}

/** `text` ends where an end marker stood: drops the lines of the key before it. */
function withoutTail(text: string, replacement: string): string {
  const floor = Math.max(0, text.length - longestKey);
  let cut = text.length;
  let sawLine = false;
  for (;;) {
    const end = skipLineEnds(text, cut, floor);
    let start = end;
    while (start > floor && base64.test(text[start - 1] ?? '')) start--;
    // In an escaped line end the letter belongs to the escape.
    if (text[start - 1] === '\\' && /[nr]/.test(text[start] ?? '')) start++;
    const isLine = end - start >= 16;
    if (end <= start || (!isLine && cut < text.length)) break;
    sawLine ||= isLine;
    cut = start;
  }
  return text.slice(0, sawLine ? cut : text.length) + replacement;
}

function skipLineEnds(text: string, from: number, floor: number): number {
  let at = from;
  while (at > floor) {
    if (/\s/.test(text[at - 1] ?? '')) at--;
    else if (/[nr]/.test(text[at - 1] ?? '') && text[at - 2] === '\\') {
      at -= 2;
      while (at > floor && text[at - 1] === '\\') at--;
    } else break;
  }
  return at;
}
