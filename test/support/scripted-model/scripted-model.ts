import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type Dialect, dialectOf } from './dialect.ts';
import { object } from './json.ts';
import { type ModelRequest, type ModelStep, nextStep, type Script } from './script.ts';

/** How the model behaves: it answers, refuses, says nothing, breaks off in an answer, or talks nonsense. */
export type ModelMood = 'ok' | 'rate_limited' | 'unauthorized' | 'hang' | 'cut' | 'garbage';

export interface ScriptedModel {
  readonly url: string;
  /** Requests for an answer so far. */
  readonly asked: () => number;
  close(): Promise<void>;
}

/** A model's HTTP API on loopback, in the words of four vendors. `file` is what it has the agent write. */
export async function startScriptedModel(
  mood: ModelMood,
  file: string,
  script: Script = nextStep,
): Promise<ScriptedModel> {
  let asked = 0;
  const server = createServer(async (request, response) => {
    const body = await bodyOf(request);
    const dialect = dialectOf(new URL(request.url ?? '/', 'http://model').pathname);
    if (!dialect || request.method !== 'POST') return reply(response, 404, {});
    asked++;
    answers[mood](response, dialect, body, (asked) => script(asked, file, body));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  // A server that listens on TCP has such an address.
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    asked: () => asked,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

type Answer = (
  response: ServerResponse,
  dialect: Dialect,
  body: string,
  next: (request: ModelRequest) => ModelStep,
) => void;

const answers: Readonly<Record<ModelMood, Answer>> = {
  ok(response, dialect, body, next) {
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    response.end(dialect.stream(next(dialect.read(object(JSON.parse(body))))));
  },
  rate_limited(response, dialect) {
    response.setHeader('retry-after', '1');
    reply(response, 429, dialect.error(429));
  },
  unauthorized: (response, dialect) => reply(response, 401, dialect.error(401)),
  hang: () => undefined,
  cut(response, dialect) {
    const stream = dialect.stream({ say: 'This is only the beginning of an answer' });
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    response.write(stream.slice(0, stream.length / 3), () => response.destroy());
  },
  garbage(response) {
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    response.end('data: {"type":"what\n\n<html>\u0000\n\ndata: 17\n\n');
  },
};

function reply(response: ServerResponse, status: number, body: object): void {
  response.writeHead(status, { 'content-type': 'application/json' });
  response.end(JSON.stringify(body));
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);
  return Buffer.concat(chunks).toString('utf8');
}
