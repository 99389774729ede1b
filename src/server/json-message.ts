const deepest = 100;

export type ParsedJson =
  | { readonly ok: true; readonly value: unknown }
  | { readonly ok: false; readonly reason: string };

/**
 * JSON from outside. Nesting is counted before anything walks the value: every later step (schemas, logging,
 * serialising) is recursive somewhere, and a message of brackets would overflow its stack.
 */
export function parseJson(text: string): ParsedJson {
  if (hasManyBrackets(text) && nestingOf(text) > deepest) {
    return { ok: false, reason: `it is nested deeper than ${deepest} levels` };
  }
  try {
    return { ok: true, value: JSON.parse(text) };
  } catch {
    return { ok: false, reason: 'it is not valid JSON' };
  }
}

/** Told without looking at every character, which most messages are spared by it. */
function hasManyBrackets(text: string): boolean {
  let left = deepest;
  for (const bracket of ['{', '[']) {
    for (let at = text.indexOf(bracket); at !== -1; at = text.indexOf(bracket, at + 1))
      if (left-- === 0) return true;
  }
  return false;
}

function nestingOf(text: string): number {
  let depth = 0;
  let most = 0;
  let quoted = false;
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    if (quoted) {
      if (code === 0x5c) i++;
      else if (code === 0x22) quoted = false;
    } else if (code === 0x22) quoted = true;
    else if (code === 0x5b || code === 0x7b) {
      depth++;
      if (depth > most) most = depth;
    } else if (code === 0x5d || code === 0x7d) depth--;
  }
  return most;
}
