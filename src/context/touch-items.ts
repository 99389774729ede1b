import { errorMessage } from '../base/errors.ts';
import type { ContextServices } from './services.ts';

/** Notes that items were handed to an agent. It is only a count: when it cannot be written, the answer stands. */
export async function touchItems(services: ContextServices, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
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
