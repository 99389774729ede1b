import { readdir, readFile, stat } from 'node:fs/promises';
import path from 'node:path';

/** The top of a repository as detection sees it: names, and the text of the few files that decide. */
export interface ProjectFiles {
  /** Names in the root folder; folders end in `/`. */
  readonly names: ReadonlySet<string>;
  /** Text of a root file that was read, if it is there. */
  text(name: string): string | undefined;
}

/** The only files whose contents detection looks at. */
const decisive =
  /^(package\.json|composer\.json|deno\.jsonc?|[Mm]akefile|GNUmakefile|Rakefile|pyproject\.toml|setup\.cfg|tox\.ini|requirements[\w-]*\.txt|test_\w+\.py|CMakeLists\.txt)$/;
const largestRead = 512 * 1024;

export function projectFiles(contents: Readonly<Record<string, string>>): ProjectFiles {
  return {
    names: new Set(Object.keys(contents)),
    text: (name) => (Object.hasOwn(contents, name) ? contents[name] : undefined),
  };
}

export async function readProjectFiles(root: string): Promise<ProjectFiles> {
  const contents: Record<string, string> = {};
  for (const entry of await readdir(root, { withFileTypes: true })) {
    const file = path.join(root, entry.name);
    if (entry.isDirectory()) contents[`${entry.name}/`] = '';
    else if (entry.isFile()) {
      contents[entry.name] = decisive.test(entry.name) ? await readBounded(file) : '';
    }
  }
  return projectFiles(contents);
}

/** Detection is a convenience: a file that cannot be read, or is absurdly large, simply decides nothing. */
async function readBounded(file: string): Promise<string> {
  try {
    if ((await stat(file)).size > largestRead) return '';
    return await readFile(file, 'utf8');
  } catch {
    return '';
  }
}
