import { largestMessage } from '../message-limit.ts';

/** Told which request's answer was dropped, by the body that was sent. */
export type OnTooLarge = (sentBody: string, bytes: number) => void;

/** Statuses by which a server says that it wants to know who is asking. */
const refused = new Set([401, 403]);

export interface BoundedFetchOptions {
  readonly onTooLarge: OnTooLarge;
  onRefused(status: number): void;
  /** The answer to a request that has been sent already, known by its body. */
  answered(body: unknown): Response | undefined;
}

/** `fetch` that gives up on a message larger than allowed, before it is held in memory. */
export function boundedFetch({ onTooLarge, onRefused, answered }: BoundedFetchOptions) {
  return async (url: string | URL, init?: RequestInit): Promise<Response> => {
    const response = answered(init?.body) ?? (await fetch(url, init));
    if (refused.has(response.status)) onRefused(response.status);
    if (!response.body || saysItIsSmall(response.headers)) return response;
    const isStream = response.headers.get('content-type')?.startsWith('text/event-stream') ?? false;
    const counted = response.body.pipeThrough(
      countMessages(isStream, (bytes) => {
        if (typeof init?.body === 'string') onTooLarge(init.body, bytes);
      }),
    );
    return new Response(counted, {
      status: response.status,
      statusText: response.statusText,
      headers: response.headers,
    });
  };
}

/** Nothing longer than it says is read. What is compressed says nothing of what it becomes. */
function saysItIsSmall(headers: Headers): boolean {
  const length = headers.get('content-length');
  return (
    length !== null && Number(length) <= largestMessage && headers.get('content-encoding') === null
  );
}

function countMessages(isStream: boolean, refuse: (bytes: number) => void) {
  let size = 0;
  return new TransformStream<Uint8Array, Uint8Array>({
    transform(chunk, controller) {
      // Events end with an empty line; a long-lived stream is bounded by event, not as a whole.
      const end = isStream ? lastEventEnd(chunk) : -1;
      size = end === -1 ? size + chunk.length : chunk.length - end;
      if (size > largestMessage) {
        refuse(size);
        controller.error(new Error('the answer is too large'));
      } else controller.enqueue(chunk);
    },
  });
}

function lastEventEnd(chunk: Uint8Array): number {
  const bytes = Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength);
  const plain = bytes.lastIndexOf('\n\n');
  const windows = bytes.lastIndexOf('\r\n\r\n');
  return Math.max(plain === -1 ? -1 : plain + 2, windows === -1 ? -1 : windows + 4);
}
