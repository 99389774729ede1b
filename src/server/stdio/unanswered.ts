import type { JSONRPCMessage, RequestId } from '@modelcontextprotocol/server';

type ClientMessage = JSONRPCMessage | { readonly id: RequestId; readonly method: string };

/** The requests a client still waits for: a client that closed its end may yet be reading. */
export interface Unanswered {
  received(message: ClientMessage): void;
  sent(message: JSONRPCMessage): void;
  /** Resolves once every request has its answer. */
  none(): Promise<void>;
}

export function createUnanswered(): Unanswered {
  const open = new Set<string | number>();
  const waiting = new Set<() => void>();
  function settle(id: string | number | undefined): void {
    if (id === undefined || !open.delete(id) || open.size > 0) return;
    for (const resolve of waiting) resolve();
    waiting.clear();
  }
  return {
    received(message) {
      // A listen request is answered when the connection ends, so nobody waits for that.
      if (!('method' in message)) return;
      if ('id' in message) {
        if (message.method !== 'subscriptions/listen') open.add(message.id);
      } else if (message.method === 'notifications/cancelled') {
        const id = message.params?.requestId;
        if (typeof id === 'string' || typeof id === 'number') settle(id);
      }
    },
    sent(message) {
      if (!('method' in message)) settle(message.id);
    },
    none: () =>
      open.size === 0
        ? Promise.resolve()
        : new Promise((resolve) => {
            waiting.add(resolve);
          }),
  };
}
