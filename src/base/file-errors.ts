import { errorMessage, UserError } from './errors.ts';

/** What went wrong, and what a person does about it, by the code the operating system gave. */
const explanations: Readonly<Record<string, readonly [what: string, hint: string]>> = {
  ENOSPC: ['the disk is full', 'Free some space on that disk, then run the same command again.'],
  EDQUOT: ['the disk quota is used up', 'Free some space or raise the quota, then try again.'],
  EACCES: [
    'permission is denied',
    'Check who owns the file and its folder, and their modes (ls -l).',
  ],
  EPERM: [
    'the system does not permit it',
    'Check its owner, mode and any immutable flag (lsattr).',
  ],
  EROFS: [
    'the disk is mounted read-only',
    'Mount it writable, or choose a folder on another disk.',
  ],
  EISDIR: ['it is a folder', 'Move the folder away, or name a file.'],
  ENOTDIR: ['part of its path is a file', 'Move that file away, or choose another path.'],
  EEXIST: [
    'a file stands where a folder is needed',
    'Move that file away, or choose another path.',
  ],
  ENOENT: ['it does not exist', 'Check the path for typing mistakes.'],
  ELOOP: ['its symbolic links run in a circle', 'Remove the link or point it at a real file.'],
  ENAMETOOLONG: ['its name is too long', 'Choose a shorter name.'],
  EMFILE: ['too many files are open', 'Close other programs, or raise the limit (ulimit -n).'],
  ENFILE: ['too many files are open', 'Close other programs, then try again.'],
  EBUSY: ['another program is using it', 'Close the program that has it open, then try again.'],
  EIO: ['the disk reports an error', 'Check the disk; the system log says more.'],
};

export function errorCode(thrown: unknown): string | undefined {
  return thrown instanceof Error && 'code' in thrown && typeof thrown.code === 'string'
    ? thrown.code
    : undefined;
}

/** `action` as in "Cannot write FILE". Anything that is not the file system's fault is returned as it is. */
export function fileError(thrown: unknown, action: string, file: string): unknown {
  const code = errorCode(thrown);
  if (code === undefined || thrown instanceof UserError) return thrown;
  const [what, hint] = explanations[code] ?? [
    errorMessage(thrown),
    'Check the path and the disk it is on, then try again.',
  ];
  return new UserError(`Cannot ${action} ${file}: ${what} (${code}).`, { hint, cause: thrown });
}
