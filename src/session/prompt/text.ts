import { redactText } from '../../base/redaction.ts';
import { visibleText } from '../../base/safe-text.ts';

/** Longer than any secret, so that none is cut in two before it is seen for what it is. */
const overlap = 4_096;

/** Foreign text as it may stand in a prompt: at most `limit` characters, all visible, without secrets. */
function clean(text: string, limit: number): string {
  const start = redactText(visibleText(text.slice(0, limit + overlap))).trim();
  if (text.length <= limit + overlap && start.length <= limit) return start;
  const kept = start.slice(0, limit).replace(/[\uD800-\uDBFF]$/, '');
  return `${kept}…`;
}

/** A name or a title: whatever it holds, it stays on its line. */
export function oneLine(text: string, limit = 300): string {
  return clean(text, limit).replace(/\s+/g, ' ');
}

/** Text that the session is about. Its headings rank below those of the prompt, and it cannot quote. */
export function plain(text: string, limit: number): string {
  return withoutFences(clean(text, limit)).replace(/^(\s{0,3})(#{1,2})(?=\s)/gm, '$1##$2');
}

/**
 * Text that others left behind: shown as data, with where it comes from. Each line begins with a bar, so that
 * whatever the text contains, no line of it can end the quotation.
 */
export function quoted(source: string, text: string, limit: number): string {
  const lines = withoutFences(clean(text, limit)).split(/[\n\u2028\u2029]/);
  const from = oneLine(source).replace(/["<>]/g, "'");
  return [
    `<quoted from="${from}">`,
    ...lines.map((line) => `| ${line}`.trimEnd()),
    '</quoted>',
  ].join('\n');
}

/** Takes the bracket from everything that reads like our own tag, in whatever width or with whatever gaps. */
function withoutFences(text: string): string {
  return text.replace(/[<＜﹤]/g, (bracket, offset: number) => {
    const ahead = text.slice(offset + 1, offset + 48).normalize('NFKC');
    return /^[^a-z]*quoted/i.test(ahead) ? '‹' : bracket;
  });
}

export function age(since: string, now: string): string {
  const minutes = Math.max(0, Math.round((Date.parse(now) - Date.parse(since)) / 60_000));
  if (minutes < 60) return `${minutes} min ago`;
  if (minutes < 2_880) return `${Math.round(minutes / 60)} h ago`;
  return `${Math.round(minutes / 1_440)} days ago`;
}
