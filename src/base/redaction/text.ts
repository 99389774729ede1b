import {
  redactAssignments,
  redactElements,
  redactFishVariables,
  redactFlags,
} from './assignments.ts';
import { redactPrivateKeys } from './private-keys.ts';
import { secretShapes } from './shapes.ts';

const marker = (kind: string) => `[redacted:${kind}]`;

/**
 * The text without its secrets, each replaced by `[redacted:kind]`. Known by their look (tokens with a prefix,
 * private keys, credentials in URLs and headers) or by the name they stand behind. A random-looking string
 * without either is left alone, or hashes, ids and inlined images would go too.
 */
export function redactText(text: string): string {
  let out = redactPrivateKeys(text, marker('private_key'));
  for (const { kind, signs, pattern, accept } of secretShapes) {
    if (!signs.some((sign) => out.includes(sign))) continue;
    out = out.replace(pattern, (...found: unknown[]) => {
      const whole = String(found[0]);
      const groups = found.at(-1);
      const secret = secretGroup(groups) ?? whole;
      if (secret.startsWith('[redacted:') || (accept && !accept(secret))) return whole;
      const at = whole.lastIndexOf(secret);
      return whole.slice(0, at) + marker(kind) + whole.slice(at + secret.length);
    });
  }
  out = redactAssignments(out, marker('secret'));
  out = redactFlags(out, marker('secret'));
  out = redactFishVariables(out, marker('secret'));
  return redactElements(out, marker('secret'));
}

function secretGroup(groups: unknown): string | undefined {
  if (groups === null || typeof groups !== 'object' || !('secret' in groups)) return undefined;
  return typeof groups.secret === 'string' ? groups.secret : undefined;
}
