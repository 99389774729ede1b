import { nameOf, type RawPath } from './raw-path.ts';

// Folders that tools fill and can fill again: too many files to copy, and nobody's own work.
const unmistakable: ReadonlySet<string> = new Set([
  'node_modules',
  'bower_components',
  '.pnpm-store',
  '.venv',
  '__pycache__',
  '.tox',
  '.nox',
  '.mypy_cache',
  '.pytest_cache',
  '.ruff_cache',
  '.gradle',
  '.next',
  '.nuxt',
  '.svelte-kit',
  '.turbo',
  '.parcel-cache',
  '.dart_tool',
  '.terraform',
]);
// These may as well be a person's own folders; that git ignores them tells.
const ambiguous: ReadonlySet<string> = new Set([
  'venv',
  'target',
  'deps',
  '_build',
  'Pods',
  'DerivedData',
  'elm-stuff',
]);

/** Inside a repository a folder counts only if git ignores it as well, which is for the caller to ask. */
export function looksLikeDependencies(folder: RawPath, gitDecides: boolean): boolean {
  const name = nameOf(folder);
  return unmistakable.has(name) || (gitDecides && ambiguous.has(name));
}
