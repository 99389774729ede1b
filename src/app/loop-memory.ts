import { memoryForTheLoop } from '../context/for-the-loop.ts';
import type { ContextServices } from '../context/services.ts';
import type { LoopMemory } from '../loop/memory.ts';

/** The memory that a run asks. */
export async function loopMemory(context: () => Promise<ContextServices>): Promise<LoopMemory> {
  return memoryForTheLoop(await context());
}
