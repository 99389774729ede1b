import { configJsonSchema } from '../src/app/config/json-schema.ts';
import { createApp } from '../src/app/create-app.ts';
import { createLogger } from '../src/base/logger.ts';
import { toolReference } from './tool-reference.ts';

/** Every generated file of the repository: path → text. */
export async function generatedFiles(): Promise<Record<string, string>> {
  const logger = createLogger({ level: 'error', format: 'text', write: () => {} });
  const app = createApp({ roots: [process.cwd()], env: {}, logger });
  return {
    'docs/reference/tools.md': await toolReference(await app.registry()),
    'schema/ralph.schema.json': `${JSON.stringify(await configJsonSchema(), null, 2)}\n`,
  };
}
