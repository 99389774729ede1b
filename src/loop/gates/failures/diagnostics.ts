import { type FoundFailures, failingPlaces, sumOf } from './failure-format.ts';

/** One line per problem: file, place, message. The place moves with every edit and is left out. */
const shapes: readonly RegExp[] = [
  // tsc, msbuild, csc
  /^\s*(\S[^()]*)\(\d+,\d+\): (error \w+: .+?)(?: \[[^\]]+\])?$/,
  // tsc --pretty
  /^(\S+?):\d+:\d+ - (error TS\d+: .+)$/,
  // pyright
  /^\s*(\S+?\.pyi?):\d+:\d+ - (error: .+)$/,
  // ruff, flake8, pylint, mypy
  /^(\S+?\.pyi?):\d+(?::\d+)?: ([A-Z]{1,4}\d{1,5}:? .+|error: .+)$/,
  // go build, go vet, golangci-lint, staticcheck
  /^(?:vet: )?(?:\.\/)?(\S+?\.go):\d+:\d+: (.+)$/,
  // rubocop
  /^(\S+?\.(?:rb|rake|gemspec)):\d+:\d+: ([CWEF]: .+)$/,
  // gcc, clang, javac, swiftc, ghc
  /^(\S+?\.\w+):\d+(?::\d+)?: (?:fatal )?(error: .+)$/,
];

/** ruff since 0.12 and other tools that put the place after the message. */
const placeBelow = /^\s*--> (\S+?\.pyi?):\d+:\d+$/;

export function diagnostics(lines: readonly string[]): FoundFailures {
  const printed = lines.flatMap((line, at) => {
    for (const shape of shapes) {
      const found = shape.exec(line);
      if (found) return `${found[1]}: ${withoutPlace(found[2] ?? '')}`;
    }
    const below = placeBelow.exec(line)?.[1];
    const message = /^[A-Z]{1,4}\d{1,5} .+$/.exec(lines[at - 1] ?? '')?.[0];
    return below !== undefined && message !== undefined ? `${below}: ${withoutPlace(message)}` : [];
  });
  return failingPlaces(printed, printed.length > 0 ? counted(lines) : 0);
}

function withoutPlace(message: string): string {
  return message.replace(/\bline \d+/gi, 'line …').replace(/ \[\*\]/, '');
}

/** What tsc, mypy and ruff say at the end; biome says the same of its own and is read elsewhere. */
function counted(lines: readonly string[]): number {
  const own = lines.filter((_, at) => !/^Checked \d+ files?/.test(lines[at - 1] ?? ''));
  return sumOf(own, /^Found (\d+) errors?(?:\.| in )/);
}
