import { agents } from './agents.ts';
import { catalog } from './catalog.ts';
import type { CheckGroup } from './check.ts';
import { clients } from './clients.ts';
import { config } from './config.ts';
import { database } from './database.ts';
import { folders } from './folders.ts';
import { gates } from './gates.ts';
import { memory } from './memory.ts';
import { packageFiles } from './package.ts';
import { projectServer } from './project-server.ts';
import { runtime } from './runtime.ts';

/** In the order of the report: what everything else stands on comes first. */
export const checkGroups: readonly CheckGroup[] = [
  runtime,
  packageFiles,
  folders,
  config,
  database,
  projectServer,
  agents,
  gates,
  memory,
  catalog,
  clients,
];
