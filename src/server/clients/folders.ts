import path from 'node:path';
import type { Place } from './client.ts';

/** Joins by the rules of the platform asked about, which in tests is not the one that runs. */
export function join(place: Place, ...segments: string[]): string {
  return pathsOf(place).join(...segments);
}

export function inHome(place: Place, ...segments: string[]): string {
  return join(place, place.home, ...segments);
}

export function inRoot(place: Place, ...segments: string[]): string {
  return join(place, place.root, ...segments);
}

/** `~/.config` as the XDG rules have it. */
export function xdgConfig(place: Place, ...segments: string[]): string {
  const base = namedFolder(place, 'XDG_CONFIG_HOME') ?? inHome(place, '.config');
  return join(place, base, ...segments);
}

/** Where desktop programs keep their settings on each system. */
export function applicationData(place: Place, ...segments: string[]): string {
  if (place.platform === 'win32') {
    const roaming = namedFolder(place, 'APPDATA') ?? inHome(place, 'AppData', 'Roaming');
    return join(place, roaming, ...segments);
  }
  if (place.platform === 'darwin') {
    return inHome(place, 'Library', 'Application Support', ...segments);
  }
  return xdgConfig(place, ...segments);
}

export function localApplicationData(place: Place, ...segments: string[]): string {
  const local = namedFolder(place, 'LOCALAPPDATA') ?? inHome(place, 'AppData', 'Local');
  return join(place, local, ...segments);
}

/** The folder a variable names. Relative values are ignored: they would name a folder by accident. */
export function namedFolder(place: Place, variable: string): string | undefined {
  const value = place.env[variable];
  return value !== undefined && pathsOf(place).isAbsolute(value) ? value : undefined;
}

function pathsOf(place: Pick<Place, 'platform'>): path.PlatformPath {
  return place.platform === 'win32' ? path.win32 : path.posix;
}
