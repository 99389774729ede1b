const begin = /-{4,5} ?BEGIN (?:[A-Z0-9]{1,12} ){0,4}PRIVATE KEY(?: BLOCK)? ?-{4,5}/g;
const end = /-{4,5} ?END (?:[A-Z0-9]{1,12} ){0,4}PRIVATE KEY(?: BLOCK)? ?-{4,5}/g;
/** What the body of a key is made of, with its line ends as they are or escaped in JSON. */
const body = /[A-Za-z0-9+/=\s\\:,.-]*/y;
/** The last lines of a body, read backwards from its end marker: base64 in lines, escaped or not. */
const bodyLine = /(?:^|[^A-Za-z0-9+/=])([A-Za-z0-9+/=]{16,})(?:\s|\\+[nr])*$/;

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
      body.lastIndex = match.index + match[0].length;
      body.test(text);
      done = Math.min(Math.max(body.lastIndex, match.index + match[0].length), follower);
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
  const longestKey = 16_384;
  let cut = text.length;
  while (cut > 0 && text.length - cut < longestKey) {
    const window = text.slice(Math.max(0, cut - 256), cut);
    const line = bodyLine.exec(window);
    if (!line?.[1]) break;
    cut -= window.length - (line.index + line[0].indexOf(line[1]));
  }
  return text.slice(0, cut) + replacement;
}
