import { stat } from 'node:fs/promises';
import path from 'node:path';
import type { App } from '../../app/create-app.ts';
import { errorMessage } from '../../base/errors.ts';
import { makeFolder } from '../../base/make-folder.ts';
import { didYouMean } from '../../base/suggest.ts';
import { defaultToolsets } from '../../server/surface.ts';
import { type Toolset, toolsets } from '../../tool/tool.ts';
import type { Invocation } from '../command.ts';
import { UsageError } from '../usage-error.ts';

export const transports = ['stdio', 'http', 'sse'] as const;
export type Transport = (typeof transports)[number];

export interface ServeFlags {
  readonly transport: Transport | undefined;
  readonly host: string | undefined;
  readonly port: number | undefined;
  readonly toolsets: readonly Toolset[] | undefined;
  readonly session: string | undefined;
  readonly builtFor: string | undefined;
  readonly databaseFile: string | undefined;
  readonly logDir: string | undefined;
  readonly auth: boolean;
}

export interface ServeSettings {
  readonly transport: Transport;
  readonly host: string;
  readonly port: number;
  readonly toolsets: readonly Toolset[];
  readonly allowedHosts: readonly string[];
  readonly allowedOrigins: readonly string[];
  readonly bodyBytes: number | undefined;
  readonly requestsPerMinute: number | undefined;
}

export function readFlags({ options, cwd }: Invocation): ServeFlags {
  const text = (name: string) => {
    const value = options[name];
    return typeof value === 'string' ? value : undefined;
  };
  const logDir = text('log-dir');
  return {
    transport: transports.find((one) => one === text('transport')),
    host: text('host'),
    port: readPort(text('port')),
    toolsets: readToolsets(text('toolsets')),
    session: text('session'),
    builtFor: text('built-for'),
    databaseFile: text('database'),
    logDir: logDir === undefined ? undefined : path.resolve(cwd, logDir),
    auth: options['no-auth'] !== true,
  };
}

function readPort(given: string | undefined): number | undefined {
  if (given === undefined) return undefined;
  const port = /^\d{1,5}$/.test(given) ? Number(given) : Number.NaN;
  if (port <= 65_535) return port;
  throw new UsageError(`--port: "${given}" is not a port.`, {
    hint: 'Give a number from 1024 to 65535, or 0 for any free port.',
  });
}

function readToolsets(given: string | undefined): readonly Toolset[] | undefined {
  if (given === undefined) return undefined;
  const names = [...new Set(given.split(',').map((name) => name.trim()))];
  return names.map((name) => {
    const known = toolsets.find((one) => one === name);
    if (known) return known;
    throw new UsageError(
      `--toolsets: there is no toolset "${name}".${didYouMean(name, toolsets)}`,
      {
        hint: `Give one or more of ${toolsets.join(', ')}, separated by commas.`,
      },
    );
  });
}

/** The folders this server may work in: each must be there, because a client cannot see what is wrong later. */
export async function readRoots({
  options,
  cwd,
  root,
}: Invocation): Promise<[string, ...string[]]> {
  const given = options.root;
  const named = Array.isArray(given) ? given : typeof given === 'string' ? [given] : [];
  const roots = [...new Set(named.map((one: string) => path.resolve(cwd, one)))];
  if (named.includes('')) {
    throw new UsageError('--root: names no folder.', {
      hint: 'Name a folder that exists, as an absolute path: editors start servers from anywhere.',
    });
  }
  for (const one of roots) {
    const found = await stat(one).catch(() => undefined);
    if (found?.isDirectory()) continue;
    throw new UsageError(`--root: ${found ? 'not a folder' : 'no such folder'}: ${one}`, {
      hint: 'Name a folder that exists, as an absolute path: editors start servers from anywhere.',
    });
  }
  const [first, ...rest] = roots;
  return first === undefined ? [root] : [first, ...rest];
}

/** A log that nobody can write would be missed only when it is needed: say so at the start. */
export async function checkLogFolder(folder: string): Promise<void> {
  const found = await stat(folder).catch(() => undefined);
  if (found?.isDirectory()) return;
  try {
    await makeFolder(folder);
  } catch (thrown) {
    throw new UsageError(`--log-dir: ${folder} cannot be used: ${errorMessage(thrown)}`, {
      hint: 'Name a folder that exists, or one that can be made.',
    });
  }
}

const untold: ServeSettings = {
  transport: 'stdio',
  host: '127.0.0.1',
  port: 8765,
  toolsets: defaultToolsets,
  allowedHosts: [],
  allowedOrigins: [],
  bodyBytes: undefined,
  requestsPerMinute: undefined,
};

/**
 * Flags over configuration. An editor starts this command many times a day, so the configuration is read only
 * where there is some; and a mistake in it does not keep stdio from starting, because the tool that explains
 * such mistakes is served there.
 */
export async function readSettings(
  app: Pick<App, 'settings' | 'roots'>,
  flags: ServeFlags,
  { env, logger }: Invocation,
): Promise<ServeSettings> {
  const { configFiles } = await import('../../app/config/config-files.ts');
  const files = await Promise.all(
    configFiles(app.roots[0], env).map((file) => stat(file.path).catch(() => undefined)),
  );
  let settings = untold;
  if (files.some((file) => file !== undefined)) {
    try {
      const { config, sources } = await app.settings(app.roots[0]);
      const { server } = config;
      // The block of the context memory speaks of the same surface; `server` wins where it says something itself.
      const context = config.learning.mcp_context.server;
      const isSaid = (key: 'transport' | 'port') =>
        sources.get(`server.${key}`)?.kind !== 'default';
      settings = {
        transport: isSaid('transport') ? server.transport : context.transport,
        host: server.host,
        port: isSaid('port') ? server.port : context.port,
        toolsets: server.toolsets,
        allowedHosts: server.allowed_hosts,
        allowedOrigins: server.allowed_origins,
        bodyBytes: server.max_request_bytes,
        requestsPerMinute: server.requests_per_minute,
      };
    } catch (thrown) {
      if ((flags.transport ?? 'stdio') !== 'stdio') throw thrown;
      logger.warn('the configuration is not valid, so defaults are used; call ralph_validate', {
        error: thrown instanceof Error ? thrown.message : String(thrown),
      });
    }
  }
  return {
    ...settings,
    ...(flags.transport !== undefined && { transport: flags.transport }),
    ...(flags.host !== undefined && { host: flags.host }),
    ...(flags.port !== undefined && { port: flags.port }),
    ...(flags.toolsets !== undefined && { toolsets: flags.toolsets }),
  };
}
