import { existsSync, realpathSync } from 'node:fs';
import path from 'node:path';
import { type Clock, systemClock } from '../base/clock.ts';
import type { Logger } from '../base/logger.ts';
import type { ContextServices } from '../context/services.ts';
import { loopFiles } from '../loop/loop-files.ts';
import type { LoopMemory } from '../loop/memory.ts';
import type { PlanningServices } from '../loop/planning/services.ts';
import type { RunServices } from '../loop/runs/run-services.ts';
import type { LoopServices } from '../loop/services.ts';
import type { ProjectServices } from '../project/services.ts';
import type { GeneratedFile } from '../session/server-file.ts';
import type { SessionServices } from '../session/services.ts';
import type { Database } from '../storage/open-database.ts';
import { deferredTools } from '../tool/deferred-tools.ts';
import { createRegistry, type Registry } from '../tool/registry.ts';
import { toolsets as allToolsets, type Tool, type Toolset } from '../tool/tool.ts';
import type { AppCatalog } from './catalog-services.ts';
import type { LoadedConfig, LoadOptions } from './config/load-config.ts';
import type { AppContext } from './context-services.ts';
import type { RalphTables } from './database.ts';
import type { LoopMemories } from './loop-memory.ts';

export interface AppOptions {
  /** Absolute; the first is meant when a call names none. */
  readonly roots: readonly [string, ...string[]];
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly flags?: NonNullable<LoadOptions['flags']>;
  readonly logger: Logger;
  readonly clock?: Clock;
  /** Instead of the project's own: a copy of it that something is tried out in. */
  readonly databaseFile?: string;
  /** Nothing is going to be kept: where Ralph has never been, there is nothing to read, and nothing is made. */
  readonly reads?: boolean;
}

/** Ralph, wired: every subject's tools bound to their services. Nothing is opened or read until used. */
export interface App {
  readonly roots: readonly [string, ...string[]];
  /** The tools of these sets, all unless given. Their code is loaded with the first call of one of a set. */
  registry(toolsets?: readonly Toolset[]): Promise<Registry>;
  readonly sessions: SessionServices;
  readonly projectServer: ProjectServer;
  /** The memory across iterations. */
  context(): Promise<ContextServices>;
  /** The downstream servers and the index of their tools. */
  catalog(): Promise<AppCatalog>;
  /** What the loop's tools and commands work with. */
  loop(): Promise<LoopServices>;
  /** What runs in the first root need. */
  runs(): Promise<RunServices>;
  /** What planning needs: an agent's session in a copy of the project. */
  planning(): Promise<PlanningServices>;
  /** `explicit` stands above every other source, each part under the name it was given by. */
  config(root: string, explicit?: LoadOptions['flags']): Promise<LoadedConfig>;
  /** The same for whoever launches no agent: whether one could be launched is no concern of theirs. */
  settings(root: string): Promise<LoadedConfig>;
  /** The project's database, opened on first use and closed with the app. */
  database(): Promise<Database<RalphTables>>;
  close(): Promise<void>;
}

/** The server that is generated into a project. */
export interface ProjectServer {
  /** Names the tools and the schema that it has to agree with. */
  builtFor(): Promise<string>;
  /** As it should be for this root. */
  files(root: string): Promise<readonly GeneratedFile[]>;
}

export function createApp(options: AppOptions): App {
  const { roots, env, logger, flags = {}, clock = systemClock } = options;
  const [root] = roots;

  async function config(at: string, explicit?: LoadOptions['flags']): Promise<LoadedConfig> {
    const { loadConfig } = await import('./config/load-config.ts');
    return loadConfig({ root: at, env, flags: { ...flags, ...explicit } });
  }

  /** For what is part of a run: its agent was chosen when it started, perhaps by a flag that nobody has any more. */
  async function settingsOf(at: string): Promise<LoadedConfig> {
    const { loadConfig } = await import('./config/load-config.ts');
    return loadConfig({ root: at, env, flags, launchesNothing: true });
  }

  const leavesNoTrace = () => options.reads === true && !hasRalph(root);

  let opened: Promise<Database<RalphTables>> | undefined;
  function database(): Promise<Database<RalphTables>> {
    opened ??= openAndRefresh();
    return opened;
  }
  async function openAndRefresh(): Promise<Database<RalphTables>> {
    const { openProjectDatabase } = await import('./database.ts');
    if (leavesNoTrace()) return openProjectDatabase(root, logger, ':memory:');
    const database = await openProjectDatabase(root, logger, options.databaseFile);
    const { refreshServerFile } = await import('./refresh-server-file.ts');
    await refreshServerFile({
      root,
      schemaVersion: database.schemaVersion,
      files: () => projectServer.files(root),
      logger,
    });
    return database;
  }
  let services: Promise<LoopServices> | undefined;
  function loop(): Promise<LoopServices> {
    services ??= import('./loop-services.ts').then(({ loopServices }) =>
      loopServices({ roots, env, clock, logger, config, projectServer, appOf }),
    );
    return services;
  }

  // Each root has a database and sessions of its own.
  const others = new Map<string, App>();
  function appOf(at: string): App {
    if (at === root || at === realRoot()) return app;
    const known = others.get(at) ?? createApp({ ...options, roots: [at] });
    others.set(at, known);
    return known;
  }
  function realRoot(): string {
    return existsSync(root) ? realpathSync(root) : root;
  }

  // A memory may last as long as a run: whoever is part of one sees what that run stored.
  const memories = new Map<string | undefined, Promise<AppContext>>();
  function contextOf(runId: string | undefined): Promise<AppContext> {
    const known =
      memories.get(runId) ??
      import('./context-services.ts').then(({ contextServices }) =>
        contextServices({
          root,
          env,
          clock,
          logger,
          config: settingsOf,
          runId,
          leavesNoTrace: leavesNoTrace(),
        }),
      );
    memories.set(runId, known);
    return known;
  }
  // The loop names its run to the processes it starts.
  const context = () => contextOf(env.RALPH_RUN_ID || undefined);
  let runMemories: Promise<LoopMemories> | undefined;
  async function memoryOf(services: () => Promise<AppContext>): Promise<LoopMemory> {
    runMemories ??= import('./loop-memory.ts').then(({ loopMemories }) =>
      loopMemories({ root, env, logger }),
    );
    return (await runMemories).of(await services());
  }

  let offers: Promise<AppCatalog> | undefined;
  function catalog(): Promise<AppCatalog> {
    offers ??= import('./catalog-services.ts').then(({ catalogServices }) =>
      catalogServices({ root, env, clock, logger, config: settingsOf, database }),
    );
    return offers;
  }

  async function hasDatabase(): Promise<boolean> {
    const { databaseFile } = await import('./database.ts');
    return existsSync(options.databaseFile ?? databaseFile(root));
  }

  const definitions: Record<Toolset, () => Promise<readonly Tool[]>> = {
    async loop() {
      const { loopTools } = await import('../loop/tools.ts');
      return loopTools.map((tool) => tool.bind(loop));
    },
    async project() {
      const { projectTools } = await import('../project/tools.ts');
      const project: ProjectServices = { root, clock, database };
      return projectTools.map((tool) => tool.bind(() => project));
    },
    async context() {
      const { contextTools } = await import('../context/tools.ts');
      return contextTools.map((tool) => tool.bind(context));
    },
    async catalog() {
      const { catalogTools } = await import('../catalog/tools.ts');
      return catalogTools.map((tool) => tool.bind(catalog));
    },
  };
  // The same tools each time: what was worked out for one, as for its fingerprint, is worked out once.
  const known = new Map<Toolset, Promise<readonly Tool[]>>();
  function toolsOf(toolset: Toolset): Promise<readonly Tool[]> {
    const tools =
      known.get(toolset) ??
      import('./tool-data.ts')
        .then(({ toolData }) => toolData[toolset]())
        .then((data) => deferredTools(data, definitions[toolset]));
    known.set(toolset, tools);
    return tools;
  }
  async function registry(toolsets: readonly Toolset[] = allToolsets): Promise<Registry> {
    return createRegistry((await Promise.all(toolsets.map(toolsOf))).flat());
  }

  const projectServer: ProjectServer = {
    async builtFor() {
      const { installedFor } = await import('./session-services.ts');
      return installedFor(await registry(['project']));
    },
    async files(at) {
      const { projectServerFiles } = await import('./session-services.ts');
      return projectServerFiles(at, await registry(['project']));
    },
  };

  const app: App = {
    roots,
    registry,
    config,
    settings: settingsOf,
    database,
    projectServer,
    context,
    catalog,
    loop,
    async runs() {
      const { runServices } = await import('./run-services.ts');
      const memory = (runId: string) => memoryOf(() => contextOf(runId));
      return runServices({ root, env, clock, logger, database, sessions: app.sessions, memory });
    },
    async planning() {
      const { planningServices } = await import('./planning-services.ts');
      return planningServices({ root, env, clock, logger, database, sessions: app.sessions });
    },
    sessions: {
      root,
      clock,
      registry,
      hasDatabase,
      database,
      async settings() {
        const { sessionSettings } = await import('./session-services.ts');
        return sessionSettings((await settingsOf(root)).config);
      },
      async hotList(request) {
        const { sessionHotList } = await import('../catalog/tiers/session-hot-list.ts');
        return sessionHotList(await (await catalog()).catalog(), request);
      },
      async recall(request) {
        return (await memoryOf(context)).recall(request);
      },
      async server(sessionId, runId) {
        const { writeGeneratedFiles } = await import('../session/server-file.ts');
        await writeGeneratedFiles(root, await projectServer.files(root));
        const { sessionServer } = await import('./session-services.ts');
        return sessionServer(root, sessionId, runId);
      },
    },
    async close() {
      for (const other of others.values()) await other.close();
      await (await offers)?.close();
      await (await runMemories)?.close();
      for (const memory of memories.values()) await (await memory).close();
      await (await opened?.catch(() => undefined))?.close();
    },
  };
  return app;
}

/** Whether anything in a folder is Ralph's, or was written for it. */
function hasRalph(root: string): boolean {
  const names = [loopFiles.config, loopFiles.prompt, '.ralph', '.agent'];
  return names.some((name) => existsSync(path.join(root, name)));
}
