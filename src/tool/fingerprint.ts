import { createHash } from 'node:crypto';
import { canonicalJson } from '../base/json.ts';
import { listedTool } from './registry.ts';
import type { Tool } from './tool.ts';

/** Changes exactly when what clients see of any of these tools changes. */
export function registryFingerprint(tools: readonly Tool[]): string {
  return createHash('sha256')
    .update(canonicalJson(tools.map(listedTool)))
    .digest('hex')
    .slice(0, 16);
}
