import { z } from 'zod';
import { defined } from '../../base/defined.ts';
import { ToolError } from '../../base/errors.ts';
import { defineProjectTool, type ProjectCall } from '../define-project-tool.ts';
import {
  featureFields,
  featureRef,
  featureRefSchema,
  freeAcronym,
  optionalFeatureFields,
  storedPaths,
} from '../feature-fields.ts';
import { nameField } from '../fields.ts';
import { normalisedName } from '../rules/similarity.ts';

const candidatesShown = 5;

export const createFeature = defineProjectTool({
  name: 'create_feature',
  title: 'Create feature',
  description:
    'Adds a feature. A name like an existing one is refused with the candidates; confirm_distinct says it is another thing.',
  category: 'feature',
  effect: 'create',
  input: z.strictObject({
    name: nameField,
    ...optionalFeatureFields,
    display_name: featureFields.display_name,
    confirm_distinct: z.boolean().optional(),
  }),
  output: z.strictObject({ feature: featureRefSchema }),
  async handler(
    { name, confirm_distinct = false, acronym = '', knowledge_paths, context_files, ...fields },
    { store, root },
  ) {
    await refuseDuplicate(store, name, fields.display_name, confirm_distinct);
    const feature = await store.features.add(name, {
      ...defined(fields),
      ...(await storedPaths(root, { knowledge_paths, context_files })),
      acronym: await freeAcronym(store.features, acronym, name),
    });
    return { feature: featureRef(feature) };
  },
  render: ({ feature }) => `Created ${feature.name} (${feature.display_name}).`,
});

async function refuseDuplicate(
  { features }: ProjectCall['store'],
  name: string,
  displayName: string,
  confirmed: boolean,
): Promise<void> {
  const candidates = await features.similar(name, displayName);
  const twin = candidates.find((other) => normalisedName(other.name) === normalisedName(name));
  if (twin) {
    throw new ToolError('conflict', `The feature "${twin.name}" exists already.`, {
      hint: `Use "${twin.name}", or choose another name if it is another thing.`,
      details: [{ field: 'name', message: `taken by ${twin.name}` }],
    });
  }
  if (confirmed || candidates.length === 0) return;
  const shown = candidates.slice(0, candidatesShown);
  const names = shown.map((other) => `"${other.name}"`).join(', ');
  throw new ToolError('similar_exists', `"${name}" looks like ${names}.`, {
    hint: `Use ${names} if that is what you mean; else call again with confirm_distinct: true.`,
    details: shown.map((other) => ({
      field: 'name',
      message: `${other.name} (${other.display_name}), ${Math.round(other.similarity * 100)}% alike`,
    })),
  });
}
