import { isDeepStrictEqual } from 'node:util';
import { isRecord } from '../../base/is-record.ts';
import type { ContentBlock, SizeLimits } from '../../tool/tool.ts';
import type { RawCallResult } from '../connections/call-options.ts';
import { characterEnd } from './kept-results.ts';

/** Bytes of images, sound and other data in one answer, as they travel. */
const mostData = 1_048_576;

export interface ShortenedResult {
  readonly content: readonly ContentBlock[];
  /** Whole or not at all: half an object is no object. */
  readonly structured: { readonly [key: string]: unknown } | undefined;
  /** The text in full and how much of it is shown, when something is missing. */
  readonly rest: { readonly bytes: Buffer; readonly shown: number } | undefined;
}

/** Makes a result fit. Nothing is changed in one that does. */
export function shortenResult(result: RawCallResult, limits: SizeLimits): ShortenedResult {
  const structured = isRecord(result.structuredContent) ? result.structuredContent : undefined;
  const json =
    result.structuredContent === undefined ? '' : JSON.stringify(result.structuredContent);
  const fits = structured !== undefined && Buffer.byteLength(json) <= limits.structured;
  const blocks = blocksOf(result.content);
  const isSaid = blocks.some((block) => saysTheSame(textIn(block), result.structuredContent));
  // Newer servers may answer with a list or a number, for which our answer has no other place.
  if (json !== '' && !structured && !isSaid) blocks.push({ type: 'text', text: json });

  const unseen = structured !== undefined && !fits && !isSaid;
  const content: ContentBlock[] = [];
  let room = limits.text;
  let dataRoom = mostData;
  let cut = unseen;
  for (const block of blocks) {
    const text = textIn(block);
    const size = Buffer.byteLength(text ?? JSON.stringify(block));
    if (text === undefined && isData(block)) {
      if (size <= dataRoom) content.push(block);
      else content.push(leftOut(block, size));
      dataRoom -= Math.min(size, dataRoom);
    } else if (size <= room) {
      content.push(block);
      room -= size;
    } else {
      cut = true;
      if (text !== undefined && room > 0) content.push({ ...withText(block, head(text, room)) });
      room = 0;
    }
  }
  const whole = { structured: fits ? structured : undefined };
  if (!cut) return { content, ...whole, rest: undefined };
  const texts = blocks.flatMap((block) => textIn(block) ?? []);
  const bytes = Buffer.from([...texts, ...(unseen ? [json] : [])].join('\n'));
  return { content, ...whole, rest: { bytes, shown: shownBytes(content, bytes) } };
}

function saysTheSame(text: string | undefined, value: unknown): boolean {
  if (text === undefined || value === undefined) return false;
  try {
    return isDeepStrictEqual(JSON.parse(text), value);
  } catch {
    return false;
  }
}

/** How far the shown texts reach into the whole. */
function shownBytes(content: readonly ContentBlock[], whole: Buffer): number {
  const shown = content.flatMap((block) => textIn(block) ?? []).join('\n');
  const length = Buffer.byteLength(shown);
  return whole.subarray(0, length).equals(Buffer.from(shown)) ? length : 0;
}

function head(text: string, most: number): string {
  const bytes = Buffer.from(text);
  return bytes.subarray(0, characterEnd(bytes, most)).toString('utf8');
}

function leftOut(block: ContentBlock, size: number): ContentBlock {
  const kind = typeof block.mimeType === 'string' ? block.mimeType.slice(0, 100) : block.type;
  return { type: 'text', text: `[${kind} of ${size} bytes left out: too large]` };
}

export function blocksOf(content: unknown): ContentBlock[] {
  return Array.isArray(content) ? content.filter(isBlock) : [];
}

function isBlock(value: unknown): value is ContentBlock {
  return isRecord(value) && typeof value.type === 'string';
}

/** The text of a block, or of the resource in it. */
function textIn(block: ContentBlock): string | undefined {
  if (block.type === 'text' && typeof block.text === 'string') return block.text;
  const { resource } = block;
  return isRecord(resource) && typeof resource.text === 'string' ? resource.text : undefined;
}

function withText(block: ContentBlock, text: string): ContentBlock {
  return block.type === 'text'
    ? { ...block, text }
    : { ...block, resource: { ...(isRecord(block.resource) ? block.resource : {}), text } };
}

function isData(block: ContentBlock): boolean {
  const { resource } = block;
  return (
    typeof block.data === 'string' || (isRecord(resource) && typeof resource.blob === 'string')
  );
}
