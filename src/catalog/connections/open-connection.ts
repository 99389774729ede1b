import { stat } from 'node:fs/promises';
import type { Transport } from '@modelcontextprotocol/client';
import { ToolError } from '../../base/errors.ts';
import { findProgram } from '../../base/processes/find-program.ts';
import { type Connection, greet } from './connection.ts';
import { notLetIn, shownReason, startFailed } from './connection-errors.ts';
import { createRemoteTransport } from './remote/remote-transport.ts';
import { type Environment, resolveReferences } from './resolve-references.ts';
import type { ServerSpec } from './server-spec.ts';
import { type ChildTransport, createChildTransport } from './stdio/child-transport.ts';
import { inheritedEnvironment } from './stdio/inherited-environment.ts';

export interface OpenOptions {
  readonly root: string;
  readonly env: Environment;
  readonly signal: AbortSignal;
  readonly knownLegacy: boolean;
  onListChanged(): void;
}

/** A running server with what is known of its process, if it has one. */
export interface OpenServer {
  readonly connection: Connection;
  readonly child: ChildTransport | undefined;
}

/** Starts or reaches a server and greets it. Fails with a ToolError that says why, leaving nothing behind. */
export async function openServer(spec: ServerSpec, options: OpenOptions): Promise<OpenServer> {
  const resolved = await resolveReferences(spec, options.root, options.env);
  const limit = AbortSignal.timeout(spec.startTimeoutMs);
  const signal = AbortSignal.any([options.signal, limit]);
  const open = async (transport: Transport, knownLegacy: boolean): Promise<Connection> => {
    const greeting = greet(transport, {
      startTimeoutMs: spec.startTimeoutMs,
      signal,
      knownLegacy,
      onListChanged: options.onListChanged,
    });
    try {
      return await orAbort(greeting, signal);
    } catch (thrown) {
      greeting.catch(() => undefined);
      await (isChild(transport) ? transport.kill() : transport.close().catch(() => undefined));
      if (limit.aborted)
        throw new TookTooLong(`it took longer than ${spec.startTimeoutMs / 1000} s`);
      throw thrown;
    }
  };

  if (spec.transport !== 'stdio') {
    if (!URL.canParse(resolved.url))
      throw failure(spec, 'what its url refers to is no address.', options.signal);
    let refusedWith: number | undefined;
    const transport = createRemoteTransport({
      kind: spec.transport,
      url: resolved.url,
      headers: resolved.headers,
      onRefused(status) {
        refusedWith = status;
      },
    });
    try {
      const knownLegacy = options.knownLegacy || spec.transport === 'sse';
      return { connection: await open(transport, knownLegacy), child: undefined };
    } catch (thrown) {
      if (refusedWith !== undefined) throw notLetIn(spec, refusedWith);
      throw failure(spec, shownReason(thrown), options.signal, thrown);
    }
  }

  const { command, cwd } = resolved;
  const env = { ...inheritedEnvironment(options.env), ...resolved.env };
  const program = await findProgram(command, { env, folder: cwd });
  if (program === undefined)
    throw failure(spec, `there is no program "${spec.command}".`, options.signal);
  // The system would say that of the program.
  if (!(await isFolder(cwd)))
    throw failure(spec, `there is no folder "${spec.cwd}" to start it in.`, options.signal);
  const launch = () => createChildTransport({ program, args: resolved.args, cwd, env });
  const first = launch();
  try {
    return { connection: await open(first, options.knownLegacy), child: first };
  } catch (thrown) {
    // Some older servers end at a question they do not know; they are greeted the older way.
    const diedOfTheQuestion = first.exitedByItself && !options.knownLegacy && !signal.aborted;
    if (!diedOfTheQuestion) throw failure(spec, childReason(first, thrown), options.signal, thrown);
    const second = launch();
    try {
      return { connection: await open(second, true), child: second };
    } catch (again) {
      throw failure(spec, childReason(second, again), options.signal, again);
    }
  }
}

class TookTooLong extends Error {}

async function isFolder(path: string): Promise<boolean> {
  return (await stat(path).catch(() => undefined))?.isDirectory() ?? false;
}

function childReason(child: ChildTransport, thrown: unknown): string {
  const said = child.stderr.telling(3).join(' | ');
  const what = child.exitedByItself ? `its program ${child.exit}` : shownReason(thrown);
  const noise = child.garbage > 0 ? '; it writes text that is no message to stdout' : '';
  return said === '' ? `${what}${noise}.` : `${what}${noise}. It said: ${said}`;
}

function failure(
  spec: ServerSpec,
  reason: string,
  signal: AbortSignal,
  cause?: unknown,
): ToolError {
  return signal.aborted
    ? new ToolError('unavailable', `The start of the server "${spec.name}" was given up.`, {
        hint: 'Call again if you still need it.',
      })
    : startFailed(spec.name, reason, cause instanceof TookTooLong ? undefined : cause);
}

function isChild(transport: Transport): transport is ChildTransport {
  return 'kill' in transport;
}

function orAbort<Result>(work: Promise<Result>, signal: AbortSignal): Promise<Result> {
  return new Promise((resolve, reject) => {
    const onAbort = () => reject(new Error('it was given up'));
    if (signal.aborted) onAbort();
    signal.addEventListener('abort', onAbort, { once: true });
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', onAbort));
  });
}
