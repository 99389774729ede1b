import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import {
  type JSONRPCMessage,
  SdkError,
  SdkErrorCode,
  type Transport,
} from '@modelcontextprotocol/client';
import { newId } from '../../../base/ids.ts';
import { endLaunch } from '../../../base/processes/end-launch.ts';
import { launchMark } from '../../../base/processes/launched-processes.ts';
import { writeTogether } from '../../../base/write-together.ts';
import { largestMessage } from '../message-limit.ts';
import type { Environment } from '../resolve-references.ts';
import { inOrder } from './in-order.ts';
import { createMessageReader } from './message-reader.ts';
import { answerForOversized } from './oversized-answer.ts';
import { createStderrTail, type StderrTail } from './stderr-tail.ts';

export interface ChildTransportOptions {
  readonly program: string;
  readonly args: readonly string[];
  readonly cwd: string;
  readonly env: Environment;
}

/** A server program as a transport. The names `pid` and `stderr` tell the SDK that this is a child on a pipe. */
export interface ChildTransport extends Transport {
  readonly pid: number | null;
  readonly stderr: StderrTail;
  /** How the program ended, once it has. */
  readonly exit: string | undefined;
  /** It was not us who ended it. */
  readonly exitedByItself: boolean;
  /** Lines on stdout that were no messages. */
  readonly garbage: number;
  /** Ends the program at once, as one that no longer answers. */
  kill(): Promise<void>;
}

const politeMs = 400;
const graceMs = 2_000;

/**
 * Starts a server in a process group of its own and ends everything that it started when the connection ends,
 * whichever side ends it. Unlike the SDK's transport it survives garbage and answers of any size.
 */
export function createChildTransport(options: ChildTransportOptions): ChildTransport {
  const launchId = newId('srv');
  const stderr = createStderrTail();
  let child: ChildProcessWithoutNullStreams | undefined;
  let exit: string | undefined;
  let exitedByItself = false;
  let garbage = 0;
  let ended: Promise<void> | undefined;

  const lines = writeTogether({
    write: (text, encoding) => child?.stdin.write(text, encoding) ?? true,
    onDrain: (listener) => child?.stdin.once('drain', listener),
  });
  const receive = inOrder((message) => {
    try {
      transport.onmessage?.(message);
    } catch (thrown) {
      // What one server sends must not end the program that all of them are reached through.
      transport.onerror?.(thrown instanceof Error ? thrown : new Error(String(thrown)));
    }
  });
  const reader = createMessageReader({
    longestLine: largestMessage,
    onLine(line) {
      const message = parseMessage(line);
      if (message) receive(message);
      else garbage++;
    },
    onOversized(line) {
      const answer = answerForOversized(line, largestMessage);
      if (answer) receive(answer);
      else if (/^\s*\{/.test(line.head)) void end(0, 'it sent a message that is too large');
      else garbage++;
    },
  });

  /** Everything the program started goes with it, also what has left its group. */
  function end(grace: number, why: string): Promise<void> {
    exit ??= why;
    ended ??= (async () => {
      await endLaunch({ id: launchId, ...(child?.pid !== undefined && { pid: child.pid }) }, grace);
      child?.stdin.destroy();
      child?.stdout.destroy();
      child?.stderr.destroy();
      transport.onclose?.();
    })();
    return ended;
  }

  function start(): Promise<void> {
    return new Promise((resolve, reject) => {
      const { program, args, cwd, env } = options;
      const started = spawn(program, args, {
        cwd,
        env: { ...env, ...launchMark(process.env, launchId) },
        detached: process.platform !== 'win32',
        windowsHide: true,
        stdio: 'pipe',
      });
      child = started;
      started.once('spawn', resolve);
      started.once('error', (error) => {
        exit ??= error.message;
        reject(error);
      });
      started.once('exit', (code, signal) => {
        exitedByItself = ended === undefined;
        const how = signal ? `was ended by ${signal}` : `ended with exit code ${code}`;
        // What it wrote last may still be on its way.
        const settle = () => void end(0, how);
        const late = setTimeout(settle, 100);
        started.once('close', () => {
          clearTimeout(late);
          settle();
        });
      });
      started.stdout.on('data', reader.write);
      started.stderr.on('data', stderr.write);
      for (const stream of [started.stdin, started.stdout, started.stderr])
        stream.on('error', (error) => transport.onerror?.(error));
    });
  }

  const transport: ChildTransport = {
    get pid() {
      return child?.pid ?? null;
    },
    stderr,
    get exit() {
      return exit;
    },
    get exitedByItself() {
      return exitedByItself;
    },
    get garbage() {
      return garbage;
    },
    start,
    send(message) {
      // One that ends while it is written to closes the connection, which fails what is waiting.
      return child && !ended
        ? lines.write(`${JSON.stringify(message)}\n`)
        : Promise.reject(new SdkError(SdkErrorCode.NotConnected, 'the server has ended'));
    },
    async close() {
      if (!child || ended) return ended;
      lines.flush();
      child.stdin.end();
      await Promise.race([exited(child), new Promise((wake) => setTimeout(wake, politeMs))]);
      await end(graceMs, 'was stopped');
    },
    kill: () => end(0, 'was killed because it did not answer'),
  };
  return transport;
}

function exited(child: ChildProcessWithoutNullStreams): Promise<void> {
  return new Promise((resolve) => {
    if (child.exitCode !== null || child.signalCode !== null) resolve();
    else child.once('exit', () => resolve());
  });
}

function parseMessage(line: string): JSONRPCMessage | undefined {
  try {
    const value: unknown = JSON.parse(line);
    return isMessage(value) ? value : undefined;
  } catch {
    // Not JSON: a program that prints to stdout.
    return undefined;
  }
}

/** The SDK checks every message against its schema again; here only garbage is told from messages. */
function isMessage(value: unknown): value is JSONRPCMessage {
  if (typeof value !== 'object' || value === null || !('jsonrpc' in value)) return false;
  return value.jsonrpc === '2.0' && ('method' in value || 'id' in value);
}
