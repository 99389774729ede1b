import { configJsonSchema } from '../src/app/config/json-schema.ts';
import { createApp } from '../src/app/create-app.ts';
import { createLogger } from '../src/base/logger.ts';
import { commandReference } from './reference/commands.ts';
import { configurationReference } from './reference/configuration.ts';
import { recipeReference } from './reference/recipes.ts';
import { toolReference } from './reference/tools.ts';

/** Every generated file of the repository: path → text. */
export async function generatedFiles(): Promise<Record<string, string>> {
  const logger = createLogger({ level: 'error', format: 'text', write: () => {} });
  const app = createApp({ roots: [process.cwd()], env: {}, logger });
  const registry = await app.registry();
  return {
    'docs/reference/commands.md': await commandReference(),
    'docs/reference/configuration.md': configurationReference(),
    'docs/reference/recipes.md': await recipeReference(registry),
    'docs/reference/tools.md': await toolReference(registry),
    'schema/ralph.schema.json': `${JSON.stringify(await configJsonSchema(), null, 2)}\n`,
  };
}
