import { toolsFor } from '../tool/define-tool.ts';
import type { CallContext } from '../tool/tool.ts';
import type { ContextServices } from './services.ts';

export const defineContextTool = toolsFor<ContextServices>('context');

/** Who an item comes from. The server knows; callers cannot say. */
export function sourceOf({ caller }: Pick<CallContext, 'caller'>): 'user' | 'agent' {
  return caller.via === 'cli' && caller.session === null ? 'user' : 'agent';
}
