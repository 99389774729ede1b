/** Why a path as written cannot name something inside a root; the rules hold alike on every system. */
export interface PathProblem {
  readonly rule: string;
  readonly hint: string;
}

const longestPath = 4096;
const longestName = 255;
// Windows opens these as devices in any folder, whatever extension follows.
const deviceName = /^(?:con|prn|aux|nul|conin\$|conout\$|com[0-9¹²³]|lpt[0-9¹²³])(?:\.|$)/i;

// NTFS keeps further content behind a colon. Elsewhere a colon is a character like any other.
const streamName = process.platform === 'win32' ? /^(?![A-Za-z]:$).*:/ : /:\$[A-Za-z0-9_]+$/;

/** Windows separators are read as separators everywhere, or a path could mean two things. */
export function withForwardSlashes(userPath: string): string {
  return userPath.replaceAll('\\', '/');
}

/** Problems of the text itself, before any file is looked at. `absolute` paths of this system are judged later. */
export function problemWithPath(userPath: string, absolute: boolean): PathProblem | undefined {
  if (userPath.trim() === '') {
    return {
      rule: 'is empty',
      hint: 'Write a path such as src/index.ts, or . for the root itself.',
    };
  }
  if (/\p{Cc}/u.test(userPath)) {
    return {
      rule: 'holds a control character',
      hint: 'Remove line ends, tabs and NUL from the path.',
    };
  }
  if (Buffer.byteLength(userPath) > longestPath) {
    return {
      rule: `is longer than ${longestPath} bytes`,
      hint: 'Write the path of one real file.',
    };
  }
  const slashed = withForwardSlashes(userPath);
  if (/^\/\//.test(slashed)) {
    return { rule: 'is a network or device path', hint: 'Write a path relative to the root.' };
  }
  if (/^[A-Za-z][A-Za-z0-9+.-]+:\/\//.test(slashed) || /^file:/i.test(slashed)) {
    return { rule: 'is a URL', hint: 'Write a path relative to the root, without file://.' };
  }
  if (!absolute && /^[A-Za-z]:/.test(slashed)) {
    return {
      rule: 'names a drive',
      hint: 'Write a path relative to the root, without a drive letter.',
    };
  }
  if (/^~/.test(slashed)) {
    return {
      rule: 'starts with ~, which is never expanded',
      hint: 'Write a path relative to the root; ./~name if the file is really called so.',
    };
  }
  for (const name of slashed.split('/')) {
    const problem = problemWithName(name);
    if (problem) return problem;
  }
  return absolute ? undefined : climbsOut(slashed);
}

function problemWithName(name: string): PathProblem | undefined {
  if (name === '' || name === '.' || name === '..') return undefined;
  if (/[. ]$/.test(name)) {
    return {
      rule: `has the part "${name}", which ends in a dot or space`,
      hint: 'Remove the dots or spaces at its end: some systems drop them and open another file.',
    };
  }
  if (deviceName.test(name)) {
    return {
      rule: `has the part "${name}", which is a device on Windows`,
      hint: 'Choose another name.',
    };
  }
  if (streamName.test(name)) {
    return {
      rule: `has the part "${name}", which names a file stream`,
      hint: 'Name the file itself.',
    };
  }
  if (Buffer.byteLength(name) > longestName) {
    return { rule: `has a part longer than ${longestName} bytes`, hint: 'Write a shorter name.' };
  }
  return undefined;
}

/** Also refuses a path that leaves the root and comes back: nothing outside is anybody's business. */
function climbsOut(slashed: string): PathProblem | undefined {
  let depth = 0;
  for (const name of slashed.split('/')) {
    if (name === '' || name === '.') continue;
    depth += name === '..' ? -1 : 1;
    if (depth < 0) {
      return { rule: 'leaves the root with ..', hint: 'Write a path that stays below the root.' };
    }
  }
  return undefined;
}
