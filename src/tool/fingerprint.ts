import { createHash } from 'node:crypto';
import { canonicalJson } from '../base/json.ts';
import { listedTool } from './registry.ts';
import type { Tool } from './tool.ts';

/** Changes exactly when what clients see of any of these tools changes. */
export function registryFingerprint(tools: readonly Tool[]): string {
  return createHash('sha256')
    .update(`[${tools.map(listing).join(',')}]`)
    .digest('hex')
    .slice(0, 16);
}

/** A tool never changes, and each session that is planned asks for all of them. */
const listings = new WeakMap<Tool, string>();

function listing(tool: Tool): string {
  const known = listings.get(tool) ?? canonicalJson(listedTool(tool));
  listings.set(tool, known);
  return known;
}
