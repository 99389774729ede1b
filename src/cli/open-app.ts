import type { App } from '../app/create-app.ts';
import type { Invocation } from './command.ts';

/** Runs `use` with the application of this invocation's root and closes it whatever happens. */
export async function withApp<Result>(
  { root, env, logger, reads = false }: Invocation,
  use: (app: App) => Promise<Result>,
): Promise<Result> {
  const { createApp } = await import('../app/create-app.ts');
  const app = createApp({ roots: [root], env, logger, reads });
  try {
    return await use(app);
  } finally {
    await app.close();
  }
}
