import { countTokens } from '../../base/tokens.ts';
import type { SectionBody } from './section.ts';

/** Room for the line that says what is missing. */
const noteTokens = 40;

/** As many whole parts as there is room for, and a line about the others. */
export async function fitBody(
  { parts, total = parts.length, rest = [] }: SectionBody,
  maxTokens: number,
  enabledTools: ReadonlySet<string>,
): Promise<{ readonly text: string; readonly cut: boolean }> {
  const all = parts.join('\n');
  if (total === parts.length && (await countTokens(all)) <= maxTokens) {
    return { text: all, cut: false };
  }
  const room = maxTokens - noteTokens;
  const kept: string[] = [];
  let used = 0;
  for (const part of parts) {
    // A break between lines may be a token of its own.
    const tokens = (await countTokens(part)) + 1;
    if (used + tokens > room) break;
    kept.push(part);
    used += tokens;
  }
  const [first = ''] = parts;
  const shown = kept.length > 0 ? kept : [await cutText(first, room)];
  const left = total - shown.length;
  const missing = left > 0 ? `${left} more of ${total} not shown` : 'cut';
  const tools = rest.filter((tool) => enabledTools.has(tool)).map((tool) => `\`${tool}\``);
  const verb = tools.length > 1 ? 'have' : 'has';
  const where = tools.length > 0 ? `; ${tools.join(' and ')} ${verb} the rest` : '';
  return { text: [...shown, `(${missing}${where})`].join('\n'), cut: true };
}

/** The beginning of a text, in whole lines where that costs little. */
async function cutText(text: string, maxTokens: number): Promise<string> {
  const tokens = await countTokens(text);
  let kept = text.slice(0, Math.floor((text.length * maxTokens) / tokens));
  while (kept !== '' && (await countTokens(kept)) > maxTokens - 4)
    kept = kept.slice(0, Math.floor(kept.length * 0.9));
  const end = kept.lastIndexOf('\n');
  if (end > kept.length / 2) kept = kept.slice(0, end);
  kept = kept.replace(/[\uD800-\uDBFF]$/, '');
  // A quotation that was cut open must still be closed, or what follows would count as quoted.
  const isOpen = kept.lastIndexOf('<quoted') > kept.lastIndexOf('</quoted>');
  return isOpen ? `${kept}\n</quoted>` : kept;
}
