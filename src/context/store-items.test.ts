import { describe, expect, it } from 'vitest';
import { contextFixture } from './testing/context-fixture.ts';
import { storeContract } from './testing/store-contract.ts';

describe.each(['sqlite', 'memory'])('items in the %s store', (backend) => storeContract(backend));

it('a store on LanceDB says how to install it', async () => {
  const settings = { storage: { backend: 'lancedb' } };
  await expect(contextFixture({ settings })).rejects.toMatchObject({
    message: expect.stringContaining('not installed'),
    hint: expect.stringContaining('npm install @lancedb/lancedb'),
  });
});
