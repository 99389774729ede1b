import { z } from 'zod';
import { defineViewTool } from '../define-catalog-tool.ts';
import { hotList } from '../scores/hot-list.ts';
import { hotAnswer, hotTier, renderHot } from '../tiers/hot-tier.ts';

export const catalogHot = defineViewTool({
  name: 'catalog_hot',
  title: 'Hot tools',
  description:
    'The 10 to 15 downstream tools used most, with a line each. Start here; for anything else use catalog_search.',
  input: z.strictObject({}),
  output: hotAnswer,
  async handler(_, { catalog, tools, access, snapshot, hint }) {
    const { pins } = await catalog.settings();
    const key = [access.key, ...pins].join('\n');
    return catalog.cache.get(
      'hot',
      key,
      snapshot.revision,
      () => hotTier(hotList(tools, pins), hint),
      hotAnswer.parse,
    );
  },
  render: renderHot,
});
