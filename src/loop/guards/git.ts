import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { UserError } from '../../base/errors.ts';
import { errorCode } from '../../base/file-errors.ts';
import { launchMark } from '../../base/processes/launched-processes.ts';
import { ownMark } from './own-mark.ts';

/**
 * The repository that a command is about, by both its folders. Git is never left to look for one: with its own
 * folder damaged it would find a repository further up, and change that.
 */
export interface GitPlace {
  readonly gitDir: string;
  readonly workTree: string;
}

export interface GitOptions {
  readonly place?: GitPlace;
  readonly cwd?: string;
  readonly input?: Buffer | AsyncIterable<Buffer>;
  readonly env?: Readonly<Record<string, string>>;
}

/** A person's editor, or their own command, holds such a lock for moments; git gives up at once. */
const lockHeld = /Unable to create '([^']*\.lock)': File exists/;

/** Git ran and refused; `said` is what it wrote about it. */
export class GitFailure extends UserError {
  override readonly name = 'GitFailure';
  readonly said: string;

  constructor(args: readonly string[], said: string, endedBy?: NodeJS.Signals | null) {
    const command = args.find((word) => !word.startsWith('-')) ?? '';
    const lock = lockHeld.exec(said)?.[1];
    const words = said
      .trim()
      .split('\n')
      .slice(0, lock ? 1 : 3)
      .join(' ');
    super(`git ${command} failed: ${words.replace(/[^.!?]$/, '$&.')}`, {
      hint: lock
        ? `Another git is at work there, or one that crashed has left this file. End it, or remove ${lock}, then go on.`
        : endedBy
          ? 'Something outside ended it, as a system does that runs out of memory; run the same command again.'
          : 'Mend what git names, then run the same command again; "git status" and "git fsck" say more.',
    });
    this.said = said;
  }
}

const mostOutput = 1024 * 1024 * 1024;
// Inside a git hook these name another repository than the one we mean.
const misleading =
  /^GIT_(?:DIR|WORK_TREE|INDEX_FILE|COMMON_DIR|OBJECT_DIRECTORY|ALTERNATE_OBJECT_DIRECTORIES|NAMESPACE|PREFIX|EXTERNAL_DIFF|DIFF_OPTS)$/;
// Nothing that the user, or an agent by way of .git/config, has hung onto git's commands shall run.
const quiet = [
  'core.hooksPath=/dev/null',
  'core.fsmonitor=false',
  'gc.auto=0',
  'maintenance.auto=false',
].flatMap((setting) => ['-c', setting]);

const lockPausesMs = [50, 100, 200, 400, 800, 1_600, 3_200];

/** Runs git without a shell and without hooks; the answer is bytes, because file names are. */
export async function runGit(args: readonly string[], options: GitOptions = {}): Promise<Buffer> {
  const canBeFedAgain = options.input === undefined || Buffer.isBuffer(options.input);
  for (const pause of canBeFedAgain ? lockPausesMs : []) {
    try {
      return await runOnce(args, options);
    } catch (thrown) {
      // Who finds a lock has changed nothing yet.
      if (!(thrown instanceof GitFailure) || !lockHeld.test(thrown.said)) throw thrown;
    }
    await delay(pause);
  }
  return runOnce(args, options);
}

function runOnce(args: readonly string[], options: GitOptions): Promise<Buffer> {
  const { place } = options;
  const where = place ? [`--git-dir=${place.gitDir}`, `--work-tree=${treeOf(place)}`] : [];
  // From outside the working tree, so that answers are relative to its top and a deleted folder does not matter.
  const cwd = options.cwd ?? path.parse(place?.gitDir ?? process.cwd()).root;
  return new Promise((resolve, reject) => {
    const child = spawn('git', [...quiet, ...where, ...args], {
      cwd,
      env: environment(options.env),
      stdio: ['pipe', 'pipe', 'pipe'],
      windowsHide: true,
    });
    const out: Buffer[] = [];
    let size = 0;
    let said = '';
    child.stdout.on('data', (chunk: Buffer) => {
      size += chunk.length;
      if (size > mostOutput) child.kill('SIGKILL');
      else out.push(chunk);
    });
    child.stderr.on('data', (chunk: Buffer) => {
      if (said.length < 8192) said += chunk.toString('utf8');
    });
    child.on('error', (cause) => reject(errorCode(cause) === 'ENOENT' ? noGit(cause) : cause));
    let unfed: unknown;
    child.on('close', (status, endedBy) => {
      if (unfed !== undefined) reject(unfed);
      else if (size > mostOutput) reject(new GitFailure(args, 'its answer is larger than 1 GB'));
      else if (status === 0) resolve(Buffer.concat(out));
      else reject(new GitFailure(args, said || `it ended with ${endedBy ?? status}`, endedBy));
    });
    // A git that ends early closes its input; what it says about that is the error to report.
    child.stdin.on('error', () => undefined);
    feed(child.stdin, options.input).catch((thrown: unknown) => {
      unfed = thrown;
      child.kill('SIGKILL');
    });
  });
}

/** Git insists on a working tree that exists, also for what does not concern it. */
function treeOf({ gitDir, workTree }: GitPlace): string {
  return existsSync(workTree) ? workTree : gitDir;
}

/** The fields of an answer that was asked for with -z. */
export function splitNul(answer: Buffer): string[] {
  const text = answer.toString('latin1');
  return text === '' ? [] : text.replace(/\0$/, '').split('\0');
}

export function joinNul(fields: readonly string[]): Buffer {
  return Buffer.from(fields.map((field) => `${field}\0`).join(''), 'latin1');
}

async function feed(stdin: NodeJS.WritableStream, input: GitOptions['input']): Promise<void> {
  for await (const chunk of Buffer.isBuffer(input) ? [input] : (input ?? [])) {
    if (!stdin.writable) return;
    if (!stdin.write(chunk)) await drained(stdin);
  }
  stdin.end();
}

/** Or closed, after which nothing drains any more. */
function drained(stdin: NodeJS.WritableStream): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      stdin.off('drain', done).off('close', done);
      resolve();
    };
    stdin.on('drain', done).on('close', done);
  });
}

function environment(more: GitOptions['env']): NodeJS.ProcessEnv {
  const env = Object.fromEntries(
    Object.entries(process.env).filter(([name]) => !misleading.test(name)),
  );
  return {
    ...env,
    ...launchMark(env, ownMark),
    GIT_OPTIONAL_LOCKS: '0',
    GIT_TERMINAL_PROMPT: '0',
    LC_ALL: 'C',
    ...more,
  };
}

function noGit(cause: unknown): UserError {
  return new UserError('git is not installed, or not on the PATH.', {
    hint: 'Install git (https://git-scm.com/downloads), then run the same command again.',
    cause,
  });
}
