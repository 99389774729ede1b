import type { AgentEvent } from '../adapter.ts';

export function usageFileEvents(_text: string | undefined): readonly AgentEvent[] {
  return [];
}
