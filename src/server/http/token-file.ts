import { randomBytes } from 'node:crypto';
import { lstat, mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { UserError } from '../../base/errors.ts';
import { errorCode } from '../../base/file-errors.ts';
import { writeFileAtomic } from '../../base/files.ts';
import { resolveInside } from '../../base/paths.ts';

/** Where the token of a root's HTTP server is kept, relative to the root. */
export const tokenFile = '.ralph/mcp/token';

const shortestToken = 16;

export interface HttpToken {
  readonly token: string;
  /** Absolute; undefined when the environment gave the token. */
  readonly file: string | undefined;
}

/** The token that a client of the root's server sends; undefined when there is none yet. */
export async function knownToken(options: {
  readonly root: string;
  readonly env: Readonly<Record<string, string | undefined>>;
}): Promise<string | undefined> {
  const given = options.env.RALPH_MCP_TOKEN?.trim();
  return given || readPrivateToken(await resolveInside(options.root, tokenFile));
}

/** `RALPH_MCP_TOKEN`, else the root's own token, which is made on first use. */
export async function httpToken(options: {
  readonly root: string;
  readonly env: Readonly<Record<string, string | undefined>>;
}): Promise<HttpToken> {
  const given = options.env.RALPH_MCP_TOKEN?.trim();
  if (given) {
    if (given.length < shortestToken || !/^[\x21-\x7e]+$/.test(given)) {
      throw new UserError(
        `RALPH_MCP_TOKEN must be at least ${shortestToken} printable characters without spaces.`,
        {
          hint: 'Set it to the output of `openssl rand -hex 32`, or unset it to have one made.',
          exitCode: 2,
        },
      );
    }
    return { token: given, file: undefined };
  }
  const file = await resolveInside(options.root, tokenFile);
  const existing = await readPrivateToken(file);
  if (existing !== undefined) return { token: existing, file };
  const token = randomBytes(32).toString('base64url');
  await mkdir(path.dirname(file), { recursive: true });
  await writeFileAtomic(file, `${token}\n`, { mode: 0o600 });
  await keepOutOfGit(path.dirname(file));
  return { token, file };
}

/**
 * The stored token, if this user alone can have written it. A token that came with a checkout is known to
 * whoever made the repository; git cannot store mode 0600, which gives such a file away.
 */
async function readPrivateToken(file: string): Promise<string | undefined> {
  const stats = await lstat(file).catch(() => undefined);
  if (!stats?.isFile()) return undefined;
  if (process.getuid && (stats.uid !== process.getuid() || (stats.mode & 0o077) !== 0)) {
    return undefined;
  }
  const text = (await readFile(file, 'utf8')).trim();
  return /^[\w-]{43}$/.test(text) ? text : undefined;
}

async function keepOutOfGit(folder: string): Promise<void> {
  try {
    await writeFile(path.join(folder, '.gitignore'), 'token\n', { flag: 'wx' });
  } catch (thrown) {
    if (errorCode(thrown) !== 'EEXIST') throw thrown;
  }
}
