import { lstat, mkdir, readdir, stat, unlink } from 'node:fs/promises';
import path from 'node:path';
import { ToolError, UserError } from '../../base/errors.ts';
import { errorCode, fileError } from '../../base/file-errors.ts';
import { backupFile, readTextIfExists, writeFileAtomic } from '../../base/files.ts';
import { resolveInside } from '../../base/paths.ts';
import type { Client, Place, Scope } from './client.ts';
import { type ConfigDocument, openDocument } from './document.ts';

export interface OpenedConfig {
  readonly file: string;
  /** `undefined` when there is no such file. */
  readonly text: string | undefined;
  readonly document: ConfigDocument;
}

/** The file to edit: the one with our entry, else the first there is, else the first to create. */
export async function openConfig(
  client: Client,
  scope: Scope,
  files: readonly string[],
  place: Place,
): Promise<OpenedConfig> {
  const opened: OpenedConfig[] = [];
  for (const file of files) {
    if (scope === 'project') await stayInside(place.root, file);
    const text = await readTextIfExists(file);
    opened.push({ file, text, document: await openDocument(client, file, text ?? '') });
  }
  const chosen =
    opened.find(({ document }) => document.entry !== undefined) ??
    opened.find(({ text }) => text !== undefined) ??
    opened[0];
  if (chosen === undefined) throw new Error('a client without a file');
  return chosen;
}

/** A link in somebody's repository must not have us edit a file elsewhere. */
async function stayInside(root: string, file: string): Promise<void> {
  try {
    await resolveInside(root, path.relative(root, file));
  } catch (error) {
    if (!(error instanceof ToolError)) throw error;
    throw new UserError(`${file} is not inside ${root}: a symbolic link leads out of it.`, {
      hint: 'Remove the link, or use --scope user where the client has one.',
      cause: error,
    });
  }
}

/**
 * Writes the new text, keeping a copy of the old. Answers `changed` when another program, such as the
 * client itself, has written the file since it was read: its work must not be lost.
 */
export async function replaceConfig(
  { file, text }: OpenedConfig,
  wanted: string | undefined,
  mode?: number,
): Promise<{ readonly backup?: string } | 'changed'> {
  await refuseReadOnly(file);
  if ((await readTextIfExists(file)) !== text) return 'changed';
  if (wanted === undefined) {
    await unlink(file).catch((error: unknown) => {
      throw fileError(error, 'delete', file);
    });
    return {};
  }
  if (text === undefined) await makeFolder(path.dirname(file));
  const backup = text === undefined ? undefined : await backupFile(file);
  await writeFileAtomic(file, wanted, text === undefined && mode !== undefined ? { mode } : {});
  return backup === undefined ? {} : { backup };
}

async function makeFolder(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true }).catch((error: unknown) => {
    if (!['EEXIST', 'ENOTDIR'].includes(errorCode(error) ?? '')) {
      throw fileError(error, 'create', folder);
    }
    throw new UserError(`Cannot create the folder ${folder}: a file is in its place.`, {
      hint: 'Move that file away and run this again.',
      cause: error,
    });
  });
}

/** Replacing a file needs no permission on the file itself, so its mode is asked first. */
async function refuseReadOnly(file: string): Promise<void> {
  const found = await stat(file).catch(() => undefined);
  if (found === undefined || (found.mode & 0o222) !== 0) return;
  throw new UserError(`${file} is read-only.`, {
    hint: `Make it writable (chmod u+w "${file}") and run this again, or make the change by hand (--print shows the entry).`,
  });
}

/** Copies that earlier edits left beside a file, newest first. */
export async function backupsOf(file: string): Promise<string[]> {
  const names = await readdir(path.dirname(file)).catch(() => []);
  const start = `${path.basename(file)}.`;
  return names
    .filter((name) => name.startsWith(start) && /^[\d-]+\.bak$/.test(name.slice(start.length)))
    .sort()
    .reverse()
    .map((name) => path.join(path.dirname(file), name));
}

export async function isLink(file: string): Promise<boolean> {
  return (await lstat(file).catch(() => undefined))?.isSymbolicLink() === true;
}
