import type { JSONRPCMessage } from '@modelcontextprotocol/client';
import { expect, it } from 'vitest';
import { inOrder } from './in-order.ts';

const note = (n: number): JSONRPCMessage => ({ jsonrpc: '2.0', method: 'note', params: { n } });
const answer = (id: number): JSONRPCMessage => ({ jsonrpc: '2.0', id, result: {} });

// Moving what waits at every note takes longer than a test may.
it('keeps the order of a flood, and gives others their turn in it', async () => {
  const got: JSONRPCMessage[] = [];
  let turns = 0;
  const receive = inOrder((message) => got.push(message));
  const sent = [
    ...Array.from({ length: 30_000 }, (_, n) => note(n)),
    answer(1),
    answer(2),
    note(-1),
    answer(3),
  ];
  for (const message of sent) receive(message);
  expect(got).toHaveLength(1);
  while (got.length < sent.length) {
    await new Promise((wake) => setImmediate(wake));
    turns++;
  }
  expect(got).toEqual(sent);
  expect(turns).toBeGreaterThan(1_000);
  receive(answer(4));
  expect(got.at(-1)).toEqual(answer(4));
});
