import { createHash } from 'node:crypto';
import { type SearchableTool, spacedName } from './searchable-tool.ts';
import type { ToolVector } from './tool-vectors.ts';

/** The model reads no further than this anyway. */
const longest = 2_000;

/**
 * What is embedded of a tool: its description alone, and everything that names it. The mean of the two finds
 * more than either.
 */
function embeddedTexts(tool: SearchableTool): readonly [string, ...string[]] {
  const name = spacedName(tool.name);
  const description = tool.description.trim();
  const params = tool.params.map((param) => spacedName(param.name)).join(', ');
  const whole = `${name}: ${description}${params && ` Parameters: ${params}`}`;
  return [(description || name).slice(0, longest), whole.slice(0, longest + 500)];
}

/** The vector of a tool from those of its texts and its name. */
export async function embedTool(
  tool: SearchableTool,
  embed: (text: string) => Promise<Float32Array>,
): Promise<ToolVector> {
  const [description, ...others] = embeddedTexts(tool);
  const first = await embed(description);
  const rest: Float32Array[] = [];
  for (const text of others) rest.push(await embed(text));
  const isDescribed = tool.description.trim() !== '';
  return {
    vector: meanVector([first, ...rest]),
    coherence: isDescribed ? cosine(await embed(spacedName(tool.name)), first) : null,
  };
}

function cosine(a: Float32Array, b: Float32Array): number {
  return a.reduce((sum, value, place) => sum + value * (b[place] ?? 0), 0);
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
