import type { IncomingMessage } from 'node:http';
import { pipeline, Readable } from 'node:stream';
import { constants, createBrotliDecompress, createUnzip } from 'node:zlib';

const withoutBody = new Set([101, 204, 205, 304]);

/** An answer as `fetch` would have given it, with its body still to be read. */
export function unreadAnswer(answer: IncomingMessage): Response {
  const { rawHeaders } = answer;
  const headers = new Headers();
  for (let at = 0; at + 1 < rawHeaders.length; at += 2)
    headers.append(rawHeaders[at] ?? '', rawHeaders[at + 1] ?? '');
  const status = knownStatus(answer.statusCode);
  if (withoutBody.has(status)) {
    answer.resume();
    return new Response(null, { status, headers });
  }
  const body = Readable.toWeb(decoded(answer, headers)) as ReadableStream<Uint8Array>;
  return new Response(body, { status, headers });
}

/** A server may write any three digits; a `Response` takes only those that mean something. */
function knownStatus(status = 0): number {
  return status >= 200 && status <= 599 ? status : 500;
}

/** Some servers, and what stands before them, compress what nobody asked them to. */
function decoded(answer: IncomingMessage, headers: Headers): Readable {
  const encodings = (headers.get('content-encoding') ?? '').toLowerCase().split(',');
  const decoders = encodings.reverse().map((encoding) => decoderOf(encoding.trim()));
  let body: Readable = answer;
  for (const decoder of decoders) {
    if (!decoder) return body;
    // What it says of its length and coding is no longer so.
    headers.delete('content-length');
    headers.delete('content-encoding');
    // An error reaches who reads the decoder.
    body = pipeline(body, decoder, () => undefined);
  }
  return body;
}

function decoderOf(encoding: string) {
  // Each piece is passed on as it comes: a stream of events has no end to wait for.
  if (['gzip', 'x-gzip', 'deflate'].includes(encoding))
    return createUnzip({ flush: constants.Z_SYNC_FLUSH, finishFlush: constants.Z_SYNC_FLUSH });
  if (encoding === 'br')
    return createBrotliDecompress({
      flush: constants.BROTLI_OPERATION_FLUSH,
      finishFlush: constants.BROTLI_OPERATION_FLUSH,
    });
  return undefined;
}
