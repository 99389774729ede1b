import { redactText, redactValue } from '../../base/redaction.ts';
import { plainStatement, visibleText } from '../../base/safe-text.ts';
import { mapRecord } from './map-strings.ts';

const loneSurrogates = /\p{Surrogate}/gu;

/** Text as it may be kept: without secrets, and without characters that no reader sees. */
export function storableText(text: string): { readonly text: string; readonly redacted: boolean } {
  const visible = visibleText(text).replace(loneSurrogates, '\ufffd');
  const safe = redactText(visible);
  return { text: safe, redacted: safe !== visible };
}

/** Whether the text speaks to a model instead of about the work. */
export function givesOrders(text: string): boolean {
  const visible = visibleText(text);
  return plainStatement(visible) !== visible;
}

export function storableMetadata(
  metadata: Readonly<Record<string, unknown>>,
): Record<string, unknown> {
  const safe = redactValue(metadata);
  if (safe === null || typeof safe !== 'object' || Array.isArray(safe)) return {};
  return mapRecord(safe, (text) => storableText(text).text);
}
