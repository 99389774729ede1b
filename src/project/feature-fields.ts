import { z } from 'zod';
import { ToolError } from '../base/errors.ts';
import { lineText, proseText, repoPaths, requiredText } from './fields.ts';
import type { Feature } from './model.ts';
import type { FeatureStore } from './store/features.ts';

// All limits here are such that a feature with every field full still fits into one answer, in any script.
export const mostPaths = 40;
const longestPath = 250;
export const pathField = requiredText(longestPath).refine(
  (path) => Buffer.byteLength(path) <= longestPath,
  `must be at most ${longestPath} bytes`,
);
const paths = z.array(pathField).max(mostPaths);

/** A name to look up: a wrong one is answered with the names there are, not with a pattern. */
export const knownName = z.string().min(1).max(64);

export const acronymField = z
  .string()
  .regex(/^[A-Za-z0-9]{0,10}$/, 'must be at most 10 letters and digits');

/** What a feature can be given, besides its name. */
export const featureFields = {
  display_name: lineText(100),
  description: proseText(4_000),
  acronym: acronymField,
  knowledge_paths: paths,
  context_files: paths,
  architecture: proseText(5_000),
  boundaries: proseText(3_000),
  dependencies: z.array(knownName).max(30),
};

export const optionalFeatureFields = z.object(featureFields).partial().shape;

export const featureRefSchema = z.strictObject({ name: z.string(), display_name: z.string() });

export function featureRef({ name, display_name }: Feature): z.output<typeof featureRefSchema> {
  return { name, display_name };
}

interface GivenPaths {
  readonly knowledge_paths?: readonly string[] | undefined;
  readonly context_files?: readonly string[] | undefined;
}

/** The given lists of paths as they are stored. */
export async function storedPaths(root: string, { knowledge_paths, context_files }: GivenPaths) {
  return {
    ...(knowledge_paths && { knowledge_paths: await repoPaths(root, knowledge_paths) }),
    ...(context_files && { context_files: await repoPaths(root, context_files) }),
  };
}

/** The acronym as stored, null for an empty one; refuses one that another record has. */
export async function freeAcronym(
  store: Pick<FeatureStore, 'acronymOwner'>,
  acronym: string,
  name: string,
): Promise<string | null> {
  if (acronym === '') return null;
  const owner = await store.acronymOwner(acronym);
  if (owner === undefined || owner === name) return acronym;
  throw new ToolError('conflict', `The acronym "${acronym}" belongs to "${owner}".`, {
    hint: 'Choose another acronym, or leave it out.',
    details: [{ field: 'acronym', message: `taken by ${owner}` }],
  });
}

export function refuseNothingGiven(tool: string, given: object): void {
  if (Object.keys(given).length > 0) return;
  throw new ToolError('invalid_argument', `${tool} was given nothing to change.`, {
    hint: 'Name at least one field besides name.',
  });
}

export function changedText(name: string, changed: readonly string[]): string {
  return `${name}: ${changed.length > 0 ? `changed ${changed.join(', ')}` : 'nothing changed, it was so already'}.`;
}
