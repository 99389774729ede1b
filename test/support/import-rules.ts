import { parseSync } from 'rolldown/utils';

const shared = ['base', 'storage', 'tool'] as const;
const subjects = [...shared, 'embedding', 'project', 'context', 'catalog', 'session'] as const;

/** Which rooms a room may import: itself, and what stands here. The order is the order of the building. */
export const rooms = {
  base: [],
  storage: ['base'],
  embedding: ['base'],
  tool: ['base'],
  project: shared,
  context: [...shared, 'embedding'],
  catalog: [...shared, 'embedding'],
  session: [...shared, 'project', 'context', 'catalog'],
  loop: subjects,
  server: [...subjects, 'loop'],
  app: [...subjects, 'loop', 'server'],
  cli: [...subjects, 'loop', 'server', 'app'],
} as const satisfies Record<string, readonly string[]>;

/** Packages that only certain folders may touch, so that a change of library stays in one room. */
const fences: readonly { readonly packages: RegExp; readonly folders: readonly string[] }[] = [
  {
    packages: /^(node:sqlite|@photostructure\/sqlite|better-sqlite3|pg)$/,
    folders: ['src/storage/'],
  },
  {
    packages: /^@modelcontextprotocol\/(server|node|server-legacy)(\/|$)/,
    folders: ['src/server/'],
  },
  { packages: /^@modelcontextprotocol\/client(\/|$)/, folders: ['src/catalog/'] },
  {
    packages: /^(node:)?child_process$|^execa$/,
    folders: ['src/loop/', 'src/catalog/connections/', 'src/cli/'],
  },
];

export interface SourceFile {
  /** Relative to the repository, with forward slashes. */
  readonly path: string;
  readonly text: string;
}

/** Every import that breaks a rule, as `file:line imports X: why`. */
export function brokenImports(files: readonly SourceFile[]): string[] {
  return files.flatMap((file) =>
    importsOf(file).flatMap(({ specifier, line }) => {
      const why = reason(file.path, specifier);
      return why ? [`${file.path}:${line} imports ${specifier}: ${why}`] : [];
    }),
  );
}

function reason(path: string, specifier: string): string | undefined {
  const room = roomOf(path);
  if (!isRoom(room)) return `${room} is not a room; see the table in ARCHITECTURE.md`;
  if (specifier.startsWith('.')) {
    const target = roomOf(new URL(specifier, `file:///${path}`).pathname.slice(1));
    if (target === room) return undefined;
    if (!isRoom(target)) return 'leaves src/';
    const allowed: readonly string[] = rooms[room];
    return allowed.includes(target)
      ? undefined
      : `${room} may import ${allowed.join(', ') || 'no other room'}`;
  }
  const fence = fences.find(({ packages }) => packages.test(specifier));
  if (!fence || fence.folders.some((folder) => path.startsWith(folder))) return undefined;
  return `only ${fence.folders.join(', ')} may use it`;
}

function roomOf(path: string): string {
  return path.startsWith('src/') ? (path.split('/')[1] ?? '') : '';
}

function isRoom(name: string): name is keyof typeof rooms {
  return Object.hasOwn(rooms, name);
}

interface FoundImport {
  readonly specifier: string;
  readonly line: number;
}

export function importsOf(file: SourceFile): FoundImport[] {
  const { module } = parseSync(file.path, file.text);
  const line = (offset: number) => file.text.slice(0, offset).split('\n').length;
  const literal = (text: string) => text.replace(/^['"`]|['"`]$/g, '');
  return [
    ...module.staticImports.map((found) => ({
      specifier: found.moduleRequest.value,
      line: line(found.start),
    })),
    ...module.staticExports.flatMap((found) =>
      found.entries.flatMap((entry) =>
        entry.moduleRequest
          ? [{ specifier: entry.moduleRequest.value, line: line(found.start) }]
          : [],
      ),
    ),
    ...module.dynamicImports.map((found) => ({
      specifier: literal(file.text.slice(found.moduleRequest.start, found.moduleRequest.end)),
      line: line(found.start),
    })),
  ];
}
