import type { JSONRPCMessage } from '@modelcontextprotocol/client';

type Deliver = (message: JSONRPCMessage) => void;

/**
 * The SDK handles an answer at once and a notification a little later, so that progress which arrived together with
 * the answer it belongs to would be lost. What follows a notification waits until that one has been handled.
 */
export function inOrder(deliver: Deliver): Deliver {
  let held: JSONRPCMessage[] | undefined;
  function receive(message: JSONRPCMessage): void {
    if (held) {
      held.push(message);
      return;
    }
    deliver(message);
    if (!('method' in message) || 'id' in message) return;
    held = [];
    setImmediate(() => {
      const waiting = held ?? [];
      held = undefined;
      waiting.forEach(receive);
    });
  }
  return receive;
}
