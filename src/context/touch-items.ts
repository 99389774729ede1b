import { setTimeout as sleep } from 'node:timers/promises';
import { errorMessage } from '../base/errors.ts';
import type { ContextServices } from './services.ts';

/** No answer waits longer than this to be counted. */
const patienceMs = 250;

/** Notes that items were handed to an agent. It is only a count: when it cannot be written, the answer stands. */
export async function touchItems(services: ContextServices, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  const enough = new AbortController();
  await Promise.race([
    count(services, ids),
    sleep(patienceMs, undefined, { signal: enough.signal }).catch(() => undefined),
  ]);
  enough.abort();
}

async function count(services: ContextServices, ids: readonly string[]): Promise<void> {
  try {
    const { database } = await services.context();
    await database.kysely
      .updateTable('items')
      .set((eb) => ({
        access_count: eb('access_count', '+', 1),
        last_accessed: services.clock.now().toISOString(),
      }))
      .where('id', 'in', [...ids])
      .execute();
  } catch (thrown) {
    services.logger.debug('an access was not counted', { reason: errorMessage(thrown) });
  }
}
