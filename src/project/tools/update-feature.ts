import { z } from 'zod';
import { defined } from '../../base/defined.ts';
import { defineProjectTool } from '../define-project-tool.ts';
import {
  changedText,
  featureRef,
  featureRefSchema,
  freeAcronym,
  knownName,
  optionalFeatureFields,
  refuseNothingGiven,
  storedPaths,
} from '../feature-fields.ts';
import { changedFields } from '../rules/changed-fields.ts';

export const updateFeature = defineProjectTool({
  name: 'update_feature',
  title: 'Update feature',
  description: 'Replaces the given fields of a feature; lists are replaced whole.',
  category: 'feature',
  effect: 'update',
  input: z.strictObject({
    name: knownName,
    ...optionalFeatureFields,
  }),
  output: z.strictObject({ feature: featureRefSchema, changed: z.array(z.string()) }),
  async handler({ name, acronym, knowledge_paths, context_files, ...plain }, { store, root }) {
    const before = await store.features.get(name);
    const given = {
      ...defined(plain),
      ...(await storedPaths(root, { knowledge_paths, context_files })),
      ...(acronym !== undefined && { acronym: await freeAcronym(store.features, acronym, name) }),
    };
    refuseNothingGiven('update_feature', given);
    const after = await store.features.change(name, given);
    return { feature: featureRef(after), changed: changedFields(before, after) };
  },
  render: ({ feature, changed }) => changedText(feature.name, changed),
});
