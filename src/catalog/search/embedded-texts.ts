import { createHash } from 'node:crypto';
import { type SearchableTool, spacedName } from './searchable-tool.ts';

/** The model reads no further than this anyway. */
const longest = 2_000;

/**
 * What is embedded of a tool: its description alone, and everything that names it. The mean of the two finds
 * more than either.
 */
export function embeddedTexts(tool: SearchableTool): readonly [string, ...string[]] {
  const name = spacedName(tool.name);
  const description = tool.description.trim();
  const params = tool.params.map((param) => spacedName(param.name)).join(', ');
  const whole = `${name}: ${description}${params && ` Parameters: ${params}`}`;
  return [(description || name).slice(0, longest), whole.slice(0, longest + 500)];
}

/** Changes when the texts do. */
export function embeddedTextHash(tool: SearchableTool): string {
  return createHash('sha256').update(embeddedTexts(tool).join('\0')).digest('hex').slice(0, 32);
}

/** The mean of vectors, not scaled back to length one: a dot product with it is then the mean cosine. */
export function meanVector(vectors: readonly Float32Array[]): Float32Array {
  const mean = new Float32Array(vectors[0]?.length ?? 0);
  for (const vector of vectors) {
    for (let i = 0; i < mean.length; i++) mean[i] = (mean[i] ?? 0) + (vector[i] ?? 0);
  }
  return mean.map((value) => value / Math.max(1, vectors.length));
}
