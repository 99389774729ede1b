import type { IncomingMessage } from 'node:http';
import type { NodeIncomingMessageLike } from '@modelcontextprotocol/node';

/** The SDK asks for a method and an address that are there; on a server they always are. */
export function nodeRequest(req: IncomingMessage): NodeIncomingMessageLike {
  return {
    method: req.method ?? 'GET',
    url: req.url ?? '/',
    headers: req.headers,
    [Symbol.asyncIterator]: () => req[Symbol.asyncIterator](),
  };
}
