import { z } from 'zod';
import { about } from '../base/about.ts';
import { serverEntry, serverName } from '../catalog/config.ts';

export const builtInRecipes = [
  'braindump',
  'yap',
  'ramble',
  'discuss',
  'task_execution',
  'opus_review',
  'enrichment',
] as const;

const removal = z
  .string()
  .regex(
    /^[a-z][a-z0-9_]{0,39}(\.\*)?$/,
    'is neither the name of a tool nor a category such as "comment.*"',
  );

const removals = z.array(removal);
const remove = about(
  removals.default([]),
  'Tools, or whole categories as "comment.*", that are taken away. Nothing can add a tool.',
  ['create_task', 'comment.*'],
);
const removeIn = about(
  z.record(z.string(), removals).default({}),
  'Tools or categories that are taken away in one recipe only.',
  { opus_review: ['create_feature'] },
);

const recipeName = z
  .string()
  .regex(
    new RegExp(`^(?!(${builtInRecipes.join('|')})$)[a-z][a-z0-9_]{0,39}$`),
    'is not a name for a recipe of your own: small letters, digits and "_", and none of the built-in names',
  );

/** The `recipes` block of ralph.yaml: recipes of the user's own, by name. */
export const recipesConfig = z
  .record(
    recipeName,
    z.strictObject({
      base: about(z.enum(builtInRecipes), 'The built-in recipe it starts from.', 'task_execution'),
      remove,
      description: about(z.string().optional(), 'What the recipe is for, for people.'),
    }),
  )
  .default({});

const disciplineName = z
  .string()
  .regex(
    /^[A-Za-z0-9][A-Za-z0-9_-]{0,63}$/,
    'is not the name of a discipline: 1 to 64 letters, digits, "_" and "-"',
  );

const companionName = serverName.refine(
  (name) => name !== 'ralph',
  "is the name of Ralph's own server",
);

/** The `disciplines` block: what people take from, or give to, every session of a discipline. */
export const disciplinesConfig = z
  .record(
    disciplineName,
    z.strictObject({
      remove,
      remove_in: removeIn,
      mcp_servers: about(
        z.record(companionName, serverEntry).default({}),
        "MCP servers that the discipline's agents get beside Ralph's own.",
        { playwright: { command: 'npx', args: ['-y', '@playwright/mcp'] } },
      ),
    }),
  )
  .default({});

/** The `tools` block: removals that hold in every session. */
export const toolsConfig = z.strictObject({ remove, remove_in: removeIn });
