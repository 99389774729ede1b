import { z } from 'zod';
import { visibleText } from '../base/safe-text.ts';

/** Longer texts belong in a file that the item cites. */
export const longestContent = 200_000;

/** Text that says something and that every database can keep. */
export function contextText(max: number) {
  return z
    .string()
    .max(max)
    .refine((value) => visibleText(value).trim() !== '', 'must not be empty');
}

/** Whoever stores something is not kept waiting for its vectors longer than this: clients give up on a call. */
export const embedWithinMs = 10_000;

export const mostTags = 30;
export const tagField = z.array(contextText(100)).max(mostTags);

const largestMetadata = 16_384;

export const metadataField = z
  .record(z.string().max(100), z.unknown())
  .refine(
    (value) => Buffer.byteLength(JSON.stringify(value)) <= largestMetadata,
    `must be at most ${largestMetadata} bytes of JSON`,
  );

export const itemIdField = z.string().min(1).max(100);

export const filesField = z.array(contextText(500)).max(20);
