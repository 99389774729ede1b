import { Agent, type IncomingMessage, type RequestOptions, request } from 'node:http';
import { Agent as SecureAgent, request as secureRequest } from 'node:https';
import { urlToHttpOptions } from 'node:url';
import { largestMessage } from '../message-limit.ts';
import { unreadAnswer } from './unread-answer.ts';

/** The text of a JSON answer, how long one was that is too large to be read, or any other answer, unread. */
export type Posted =
  | { readonly text: string; readonly type: string }
  | { readonly tooLarge: number }
  | { readonly response: Response };

export interface Poster {
  post(
    body: string,
    headers: Readonly<Record<string, string>>,
    signal: AbortSignal | undefined,
  ): Promise<Posted>;
  close(): void;
}

/** Less than servers commonly wait for the next request on a connection: one that they are closing loses a call. */
const idleMs = 4_000;

/** Posts JSON over connections that are kept, at a fraction of what `fetch` and its streams cost. */
export function createPoster(url: URL): Poster {
  const isSecure = url.protocol === 'https:';
  const kept = { keepAlive: true, timeout: idleMs };
  const agent = isSecure ? new SecureAgent(kept) : new Agent(kept);
  const place: RequestOptions = { ...urlToHttpOptions(url), method: 'POST', agent };
  const send = isSecure ? secureRequest : request;
  return {
    post(body, headers, signal) {
      return new Promise((resolve, reject) => {
        const posted = send({ ...place, headers }, (answer) => {
          // Nobody above would catch what is thrown here, and the program would end of it.
          try {
            resolve(isPlain(answer) ? readText(answer) : { response: unreadAnswer(answer) });
          } catch (thrown) {
            answer.destroy();
            reject(thrown);
          }
        });
        const giveUp = () => posted.destroy(new Error('the request was given up'));
        posted.on('error', reject);
        // Some ends are no error to Node, such as the offer of another protocol.
        posted.on('close', () => reject(new Error('the connection was closed')));
        if (signal) {
          if (signal.aborted) giveUp();
          signal.addEventListener('abort', giveUp);
          posted.on('close', () => signal.removeEventListener('abort', giveUp));
        }
        posted.end(body);
      });
    },
    close: () => agent.destroy(),
  };
}

function isPlain({ statusCode, headers }: IncomingMessage): boolean {
  return (
    statusCode === 200 &&
    headers['content-encoding'] === undefined &&
    /^application\/json\s*(?:;|$)/i.test(headers['content-type'] ?? '')
  );
}

function readText(answer: IncomingMessage): Promise<Posted> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let size = 0;
    const dropIf = (bytes: number) => {
      if (bytes <= largestMessage) return false;
      resolve({ tooLarge: bytes });
      answer.destroy();
      return true;
    };
    answer.on('error', reject);
    answer.on('close', () => reject(new Error('the answer ended before it was whole')));
    if (dropIf(Number(answer.headers['content-length'] ?? 0))) return;
    answer.on('data', (chunk: Buffer) => {
      size += chunk.length;
      if (!dropIf(size)) chunks.push(chunk);
    });
    answer.on('end', () => {
      const [first = Buffer.alloc(0), ...more] = chunks;
      const whole = more.length === 0 ? first : Buffer.concat(chunks);
      resolve({ text: whole.toString('utf8'), type: answer.headers['content-type'] ?? '' });
    });
  });
}
