import { realpath } from 'node:fs/promises';
import path from 'node:path';
import { ToolError } from '../base/errors.ts';
import type { RootPort } from './services.ts';

/** Exactly the given folders, and the first of them when a call names none. */
export function createRoots(allowed: readonly [string, ...(readonly string[])]): RootPort {
  const real = (root: string) => realpath(root).catch(() => root);
  return {
    all: () => Promise.all(allowed.map(real)),
    async resolve(input) {
      if (input === undefined) return real(allowed[0]);
      if (!path.isAbsolute(input)) {
        throw new ToolError('invalid_argument', `root "${input}" is no absolute path.`, {
          hint: `Leave root out, or give one of: ${allowed.join(', ')}.`,
          details: [{ field: 'root', message: 'must be an absolute path' }],
        });
      }
      const wanted = await realpath(input).catch(() => path.normalize(input));
      for (const root of allowed) {
        const found = await real(root);
        if (found === wanted) return found;
      }
      throw new ToolError('not_allowed', `This server does not work in ${input}.`, {
        hint: `Use one of: ${allowed.join(', ')}. Another root has to be given with --root when ralph mcp is started.`,
      });
    },
  };
}
