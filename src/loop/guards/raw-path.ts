/**
 * A path as the bytes that the file system holds, one character for each: file names need not be UTF-8, and a
 * name that does not survive decoding could never be restored. Always with forward slashes.
 */
export type RawPath = string;

export function rawPath(text: string): RawPath {
  const slashed = process.platform === 'win32' ? text.replaceAll('\\', '/') : text;
  return Buffer.from(slashed, 'utf8').toString('latin1');
}

/** For people; bytes that are not UTF-8 are shown as the replacement character. */
export function shownPath(raw: RawPath): string {
  return Buffer.from(raw, 'latin1').toString('utf8');
}

export function onDisk(base: RawPath, relative: RawPath): Buffer {
  return Buffer.from(joinRaw(base, relative), 'latin1');
}

export function joinRaw(base: RawPath, relative: RawPath): RawPath {
  if (base === '' || relative === '') return base + relative;
  return `${base}/${relative}`;
}

export function parentOf(raw: RawPath): RawPath {
  return raw.slice(0, Math.max(0, raw.lastIndexOf('/')));
}

export function nameOf(raw: RawPath): string {
  return raw.slice(raw.lastIndexOf('/') + 1);
}

/** Equal counts as below; everything is below the empty path. */
export function isBelow(folder: RawPath, path: RawPath): boolean {
  return folder === '' || path === folder || path.startsWith(`${folder}/`);
}

/** Parents before what they hold, whatever characters the names are made of. */
export function byPath(a: RawPath, b: RawPath): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
