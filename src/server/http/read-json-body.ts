import type { IncomingMessage } from 'node:http';
import { parseJson } from '../json-message.ts';
import type { HttpProblem } from './respond.ts';

export type JsonBody =
  | { readonly ok: true; readonly value: unknown }
  | { readonly ok: false; readonly problem: HttpProblem };

/** The JSON body of a request, or what to answer instead. Never holds more than `limit` bytes. */
export async function readJsonBody(req: IncomingMessage, limit: number): Promise<JsonBody> {
  const type = req.headers['content-type']?.split(';')[0]?.trim().toLowerCase();
  if (type !== 'application/json') {
    return refuse(
      415,
      'unsupported_media_type',
      'The body must be application/json.',
      'Set Content-Type: application/json.',
    );
  }
  if (req.headers['content-encoding'] !== undefined) {
    return refuse(
      415,
      'unsupported_media_type',
      'Compressed bodies are not read.',
      'Send the body without Content-Encoding.',
    );
  }
  const bytes = await readBytes(req, limit);
  if (bytes === 'too_large') {
    return refuse(
      413,
      'too_large',
      `The body is over the limit of ${limit} bytes.`,
      'Send less at once.',
      {
        // What is still on its way would otherwise be read as the next request.
        connection: 'close',
      },
    );
  }
  if (bytes === 'cut') {
    return refuse(400, 'bad_request', 'The body ended early.', 'Send it again.', {
      connection: 'close',
    });
  }
  let text: string;
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return refuse(400, 'bad_request', 'The body is not UTF-8 text.', 'Send JSON as UTF-8.');
  }
  const json = parseJson(text);
  return json.ok
    ? json
    : refuse(
        400,
        'bad_request',
        `The body was not read: ${json.reason}.`,
        'Send one JSON-RPC message.',
      );
}

async function readBytes(
  req: IncomingMessage,
  limit: number,
): Promise<Buffer | 'too_large' | 'cut'> {
  if (Number(req.headers['content-length'] ?? 0) > limit) return 'too_large';
  const chunks: Buffer[] = [];
  let size = 0;
  try {
    for await (const chunk of req) {
      size += chunk.length;
      if (size > limit) return 'too_large';
      chunks.push(chunk);
    }
  } catch {
    return 'cut';
  }
  return Buffer.concat(chunks);
}

function refuse(
  status: number,
  code: string,
  message: string,
  hint: string,
  headers?: Readonly<Record<string, string>>,
): JsonBody {
  return { ok: false, problem: { status, code, message, hint, ...(headers && { headers }) } };
}
