import type { JSONRPCMessage } from '@modelcontextprotocol/client';

type Deliver = (message: JSONRPCMessage) => void;

/**
 * The SDK handles an answer at once and a notification a little later, so that progress which arrived together with
 * the answer it belongs to would be lost. What follows a notification waits until that one has been handled.
 */
export function inOrder(deliver: Deliver): Deliver {
  let waiting: JSONRPCMessage[] = [];
  /** How many of those that wait have been delivered: taking them off one by one would take for ever in a flood. */
  let taken = 0;
  let isHeld = false;
  function deliverNow(message: JSONRPCMessage): void {
    deliver(message);
    if (!('method' in message) || 'id' in message) return;
    isHeld = true;
    setImmediate(goOn);
  }
  function goOn(): void {
    isHeld = false;
    for (let next = waiting[taken]; next && !isHeld; next = waiting[taken]) {
      taken++;
      deliverNow(next);
    }
    if (taken === waiting.length) [waiting, taken] = [[], 0];
  }
  return (message) => {
    if (isHeld || taken < waiting.length) waiting.push(message);
    else deliverNow(message);
  };
}
