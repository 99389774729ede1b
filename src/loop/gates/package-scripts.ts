export type PackageManager = 'npm' | 'pnpm' | 'yarn' | 'bun';

/** The scripts of a package.json, or nothing if its text is not one. */
export function scriptsOf(packageJson: string): ReadonlyMap<string, string> | undefined {
  let value: unknown;
  try {
    value = JSON.parse(packageJson.replace(/^\uFEFF/, ''));
  } catch {
    return undefined;
  }
  if (typeof value !== 'object' || value === null || !('scripts' in value)) return new Map();
  const { scripts } = value;
  if (typeof scripts !== 'object' || scripts === null) return new Map();
  return new Map(
    Object.entries(scripts).filter((entry): entry is [string, string] => {
      return typeof entry[1] === 'string';
    }),
  );
}

export function runScript(manager: PackageManager, script: string): string {
  // `bun test` is bun's own runner and not the script of that name.
  if (script === 'test' && manager !== 'bun') return `${manager} test`;
  return `${manager} run ${script}`;
}

/** Words after a package manager that are commands of its own and never fall through to a script. */
const ownCommands = new Set(
  'add audit ci config create dedupe dlx exec explore i info init install link list ls outdated pack prune publish rebuild remove rm unlink up update upgrade version why workspace workspaces x'.split(
    ' ',
  ),
);

/** The package script that a command line runs, if it certainly runs one. */
export function scriptInvokedBy(words: readonly string[]): string | undefined {
  const [program, first, second] = words;
  if (program !== 'npm' && program !== 'pnpm' && program !== 'yarn' && program !== 'bun') {
    return undefined;
  }
  if (first === 'run' || first === 'run-script') {
    return second?.startsWith('-') ? undefined : second;
  }
  if (first === undefined || first.startsWith('-')) return undefined;
  if (program === 'npm') return first === 'test' || first === 't' ? 'test' : undefined;
  // `bun x` runs a file or a binary as readily as a script.
  if (program === 'bun' || ownCommands.has(first)) return undefined;
  // pnpm and yarn also run binaries of dependencies by bare name, so only `test` is certain.
  return first === 'test' ? 'test' : undefined;
}
