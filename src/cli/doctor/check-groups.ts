import type { CheckGroup } from './check.ts';
import { folders } from './folders.ts';
import { packageFiles } from './package.ts';
import { runtime } from './runtime.ts';

/** In the order of the report: what everything else stands on comes first. */
export const checkGroups: readonly CheckGroup[] = [runtime, packageFiles, folders];
