import { memoryForTheLoop } from '../context/for-the-loop.ts';
import type { LoopMemory } from '../loop/memory.ts';
import type { AppContext } from './context-services.ts';

/** The memory that a run asks, with the price of what an agent writes for it. */
export async function loopMemory(context: () => Promise<AppContext>): Promise<LoopMemory> {
  const services = await context();
  const memory = memoryForTheLoop(services);
  return {
    ...memory,
    async record(record, options) {
      const kept = await memory.record(record, options);
      const spend = services.takeSpend();
      return kept && { ...kept, spend };
    },
  };
}
