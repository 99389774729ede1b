import { existsSync } from 'node:fs';
import { type Clock, systemClock } from '../base/clock.ts';
import { errorMessage, ToolError } from '../base/errors.ts';
import type { Logger } from '../base/logger.ts';
import type { ContextSettings } from './config.ts';
import type { Context } from './context.ts';
import type { Summarizer } from './lifecycle/summarize-text.ts';
import type { MemoryServer } from './memory-server.ts';
import { noSkills, type SkillSource } from './skill-source.ts';
import type { RecentItems } from './store/recent-items.ts';

/** What the context tools and the loop need; `src/app` makes it. Nothing is opened before it is used. */
export interface ContextServices {
  readonly root: string;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly runId: string | undefined;
  readonly skills: SkillSource;
  /** The server that keeps the memory, where it is not kept here. */
  readonly server?: MemoryServer;
  settings(): Promise<ContextSettings>;
  /** The open memory; refuses with `unavailable` when it is off or cannot be opened. */
  context(): Promise<Context>;
  /** Whether anything can have been stored, or there is a skillbook. Looks without making anything. */
  hasSomething(): Promise<boolean>;
  /** What was recalled last, for when the memory cannot be opened. */
  recent(): Promise<RecentItems>;
  close(): Promise<void>;
}

export interface ContextServicesOptions {
  readonly root: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly logger: Logger;
  readonly clock?: Clock;
  /** `learning` of ralph.yaml. */
  readonly learning: () => Promise<{
    readonly enabled: boolean;
    readonly mcp_context: ContextSettings;
  }>;
  readonly runId?: string | undefined;
  /** A memory that is not there is not made: what is asked of it finds nothing. */
  readonly leavesNoTrace?: boolean;
  readonly skills?: SkillSource;
  readonly summarizer?: Summarizer | undefined;
}

export function createContextServices(options: ContextServicesOptions): ContextServices {
  const { root, env, logger, clock = systemClock, runId, skills = noSkills } = options;
  let opened: Promise<Context> | undefined;

  function openOnce(): Promise<Context> {
    opened ??= open().catch((thrown: unknown) => {
      // The next call tries again: a lock or a full disk may be gone by then.
      opened = undefined;
      throw unavailable(thrown);
    });
    return opened;
  }

  let hasItsFile = () => true;
  /** Where the file was taken away under it, that is told once, and the next call opens what is there now. */
  async function openNow(): Promise<Context> {
    const handle = openOnce();
    const context = await handle;
    if (hasItsFile() || opened !== handle) return opened === handle ? context : openOnce();
    opened = undefined;
    const { leaveReplaced } = await import('./store/replaced-file.ts');
    throw await leaveReplaced(context);
  }

  let known: Promise<ContextSettings> | undefined;
  async function readSettings(): Promise<ContextSettings> {
    const { enabled, mcp_context } = await options.learning();
    return { ...mcp_context, enabled: enabled && mcp_context.enabled };
  }
  /** Read once: an open memory does not change its place, and a question should not wait for a file. */
  function settings(): Promise<ContextSettings> {
    known ??= readSettings().catch((thrown: unknown) => {
      known = undefined;
      throw thrown;
    });
    return known;
  }

  async function open(): Promise<Context> {
    const wanted = await settings();
    if (!wanted.enabled) throw turnedOff();
    const current = { ...wanted, storage: await storageFor(wanted) };
    const { openContext } = await import('./open-context.ts');
    const { summarizer } = options;
    const given = { root, settings: current, env, logger, clock, runId, summarizer };
    const context = await openContext(given);
    const { fileWatch } = await import('./store/replaced-file.ts');
    hasItsFile = fileWatch(context);
    return context;
  }

  async function storageFor({ storage }: ContextSettings): Promise<ContextSettings['storage']> {
    if (!options.leavesNoTrace || (await hasFile())) return storage;
    return { ...storage, backend: 'memory' };
  }

  async function hasFile(): Promise<boolean> {
    const { databaseFile } = await import('./store/place.ts');
    const at = await folder();
    return at !== undefined && existsSync(databaseFile(at));
  }

  async function folder(): Promise<string | undefined> {
    const { contextFolder } = await import('./store/place.ts');
    const { storage } = await settings();
    return contextFolder({ root, storage, env, runId });
  }

  return {
    root,
    clock,
    logger,
    runId,
    skills,
    settings,
    async context() {
      const context = await openNow();
      await skills.sync(context);
      return context;
    },
    async hasSomething() {
      if (opened) return true;
      if (await hasFile()) return true;
      // A book that cannot be read is complained about where it is used.
      return skills.describe().then(Boolean, () => true);
    },
    async recent() {
      const { recentItems } = await import('./store/recent-items.ts');
      return recentItems(await folder(), logger);
    },
    async close() {
      await skills.close();
      await (await opened?.catch(() => undefined))?.close();
    },
  };
}

function turnedOff(): ToolError {
  return new ToolError('unavailable', 'The context memory is turned off.', {
    hint: 'Set learning.enabled and learning.mcp_context.enabled to true in ralph.yaml; go on without it until then.',
  });
}

function unavailable(thrown: unknown): unknown {
  if (thrown instanceof ToolError) return thrown;
  const hint = thrown instanceof Error && 'hint' in thrown ? String(thrown.hint) : undefined;
  return new ToolError(
    'unavailable',
    `The context memory cannot be opened: ${errorMessage(thrown)}`,
    { hint: hint ?? 'Run `ralph doctor`; go on without the memory until then.', cause: thrown },
  );
}
