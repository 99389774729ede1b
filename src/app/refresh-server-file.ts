import { errorMessage } from '../base/errors.ts';
import { readTextIfExists } from '../base/files.ts';
import type { Logger } from '../base/logger.ts';
import { resolveInside } from '../base/paths.ts';
import {
  type GeneratedFile,
  schemaOfServerFile,
  serverFileName,
  writeGeneratedFiles,
} from '../session/server-file.ts';

/**
 * Writes the generated server anew when the schema has moved on since it was made, whoever moved it. Looking at
 * what the file says costs less than making one to compare, and every opening of the database comes by here.
 */
export async function refreshServerFile(options: {
  readonly root: string;
  readonly schemaVersion: number;
  readonly files: () => Promise<readonly GeneratedFile[]>;
  readonly logger: Logger;
}): Promise<void> {
  const { root, schemaVersion, logger } = options;
  try {
    const text = await readTextIfExists(await resolveInside(root, serverFileName));
    const madeFor = text === undefined ? undefined : schemaOfServerFile(text);
    if (madeFor === undefined || madeFor === schemaVersion) return;
    await writeGeneratedFiles(root, await options.files());
    logger.info('the generated server was brought up to date', {
      from: madeFor,
      to: schemaVersion,
    });
  } catch (thrown) {
    // The database is open and of use without it; a stale server says itself what to do.
    logger.warn(`${serverFileName} could not be brought up to date; run "ralph mcp build"`, {
      reason: errorMessage(thrown),
    });
  }
}
