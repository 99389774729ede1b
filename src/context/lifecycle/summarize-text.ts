import { errorMessage } from '../../base/errors.ts';
import type { Logger } from '../../base/logger.ts';
import { redactText } from '../../base/redaction.ts';
import type { ContextType } from '../item.ts';
import { maskFencedOutput, maskOutput } from '../rules/mask-output.ts';
import { noveltyExtract } from '../rules/novelty-extract.ts';

/** Writes a summary of at most `longest` characters; the loop gives one that asks the configured agent. */
export type Summarizer = (request: {
  readonly text: string;
  readonly longest: number;
  readonly signal: AbortSignal;
}) => Promise<string>;

/** What is this short is shown whole for ever. */
const shortEnough = 400;
const share = 0.25;
const longestSummary = 2_000;
const summarizerLimitMs = 60_000;

/** A shorter text to show in place of the whole; null when there is nothing to shorten. */
export async function summarizeText(
  item: { readonly content: string; readonly content_type: ContextType },
  options: { readonly summarizer?: Summarizer | undefined; readonly logger: Logger },
): Promise<string | null> {
  const { content, content_type } = item;
  if (content.length <= shortEnough) return null;
  const longest = Math.min(
    longestSummary,
    Math.max(shortEnough, Math.round(content.length * share)),
  );
  const isOutput = content_type === 'output' || content_type === 'error';
  const masked = isOutput ? maskOutput(content) : maskFencedOutput(content);
  if (masked.length <= longest) return masked;
  const written =
    options.summarizer && (await askFor(masked, longest, options.summarizer, options));
  return written ?? noveltyExtract(masked, longest);
}

/** What a model writes is checked like anything else that is stored; without an answer the extract stands in. */
async function askFor(
  text: string,
  longest: number,
  summarizer: Summarizer,
  { logger }: { readonly logger: Logger },
): Promise<string | undefined> {
  try {
    const signal = AbortSignal.timeout(summarizerLimitMs);
    const summary = redactText(await summarizer({ text, longest, signal })).trim();
    return summary === '' || summary.length > 2 * longest ? undefined : summary;
  } catch (thrown) {
    logger.warn('the agent wrote no summary, so sentences were picked instead', {
      reason: errorMessage(thrown),
    });
    return undefined;
  }
}
