import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { documentedCommands, problemWith } from './support/documented-commands.ts';
import { repository } from './support/product-sources.ts';

const at = (name: string) => path.join(repository, name);
const read = (name: string) => readFileSync(at(name), 'utf8');
const filesOf = (...patterns: string[]) =>
  execFileSync('git', ['ls-files', '-co', '--exclude-standard', ...patterns], {
    cwd: repository,
    encoding: 'utf8',
  })
    .split('\n')
    .filter((name) => name !== '' && existsSync(at(name)));
const documents = filesOf('*.md');
const guides = documents.filter((name) => /^(?:[A-Z]+\.md|docs\/[^/]+\.md)$/.test(name));

async function problemsIn(markdown: string): Promise<string[]> {
  const found = documentedCommands(markdown).map(async (command) => {
    const problem = await problemWith(command);
    return problem === undefined ? [] : [`line ${command.line}: ${problem}`];
  });
  return (await Promise.all(found)).flat();
}

describe('commands in documents', () => {
  it.each(guides)('%s names commands and flags that are there', async (name) => {
    expect(await problemsIn(read(name))).toEqual([]);
  });

  it('are many', () => {
    const all = guides.flatMap((name) => documentedCommands(read(name)));
    expect(all.filter(({ whole }) => whole).length).toBeGreaterThan(40);
    expect(all.filter(({ whole }) => !whole).length).toBeGreaterThan(40);
  });

  it.each([
    ['```sh\nralph rnu\n```', /line 2: Unknown command "ralph rnu"/],
    ['```\nX=1 ./ralph run --tsks  # all\n```', /Unknown option "--tsks"/],
    ['```sh\nralph task add "A b" \\\n  --feature x --prio 1\n```', /line 3: Unknown option/],
    ['```sh\ncat x | ralph status extra\n```', /Unexpected "extra"/],
    ['```sh\nralph tool call\n```', /is missing/],
    ['```sh\nralph mcp install emacs\n```', /"emacs" is not a value/],
    ['see `ralph runs shwo ID` for more', /Unknown command "ralph runs shwo"/],
    ['`ralph init · vlidate · tool list|call`', /Unknown command "ralph vlidate"/],
    ['`ralph tool list|cal`', /Unknown command "ralph tool cal"/],
  ])('would be found out: %j', async (markdown, problem) => {
    expect(await problemsIn(markdown)).toEqual([expect.stringMatching(problem)]);
  });

  it.each([
    '```sh\nralph runs show [ID] --json > run.json  # the story\n```',
    '```yaml\nralph nonsense\n```',
    '`ralph tool call`, `ralph task …`, `ralph mcp [install|uninstall]` and `ralph.yaml`',
    '```sh\nralph mcp install CLIENT && ralph --version\n```',
  ])('may be written so: %j', async (markdown) => {
    expect(await problemsIn(markdown)).toEqual([]);
  });
});

describe('links in documents', () => {
  const links = documents.flatMap((name) =>
    [...read(name).matchAll(/\]\((?!\w+:)([^)#\s]*)(?:#([^)\s]+))?/g)].map(
      ([, file = '', anchor]) => ({
        from: name,
        to: file === '' ? name : path.posix.join(path.posix.dirname(name), file),
        anchor,
      }),
    ),
  );

  it('are many', () => expect(links.length).toBeGreaterThan(100));

  it('lead to files that are there', () => {
    const dead = links.filter(({ to }) => !existsSync(at(to)));
    expect(dead.map(({ from, to }) => `${from} → ${to}`)).toEqual([]);
  });

  it('lead to headings that are there', () => {
    const dead = links.filter(
      ({ to, anchor }) =>
        anchor !== undefined && existsSync(at(to)) && !anchorsOf(read(to)).has(anchor),
    );
    expect(dead.map(({ from, to, anchor }) => `${from} → ${to}#${anchor}`)).toEqual([]);
  });

  it('know the anchor of a heading', () => {
    const text = '# One `x_y` & two\n```\n# no heading\n```\n## Again\n## Again';
    expect([...anchorsOf(text)]).toEqual(['one-x_y--two', 'again', 'again-1']);
  });
});

it('the index of the documents names every page', () => {
  const index = read('docs/README.md');
  const pages = documents
    .filter((name) => /^docs\/(?:reference\/)?[^/]+\.md$/.test(name) && name !== 'docs/README.md')
    .map((name) => name.slice('docs/'.length));
  expect(pages.filter((name) => !index.includes(`](${name})`))).toEqual([]);
});

describe('files that documents name', () => {
  it('are there', () => {
    // What is in scripts/ralph belongs to the repository that Ralph works on.
    const named = guides.flatMap((name) =>
      [
        ...read(name).matchAll(
          /`((?:src|test|scripts(?!\/ralph\/)|docs|bench|schema)\/[\w./-]+)`/g,
        ),
      ].map(([, target = '']) => ({ name, target })),
    );
    expect(named.length).toBeGreaterThan(40);
    const missing = named.filter(({ target }) => !existsSync(at(target)));
    expect(missing).toEqual([]);
  });

  it('are there too when only the end of their path is given', () => {
    const sources = filesOf('*.ts', '*.mjs').map((name) => `/${name}`);
    // Written into the projects that Ralph works on.
    const elsewhere = /^(?:\.ralph\/mcp\/)?server\.ts$/;
    const named = documents.flatMap((name) =>
      [...read(name).matchAll(/`([\w./-]+\.(?:ts|mjs))`/g)].map(([, end = '']) => ({ name, end })),
    );
    expect(named.length).toBeGreaterThan(60);
    const missing = named.filter(
      ({ end }) => !elsewhere.test(end) && !sources.some((source) => source.endsWith(`/${end}`)),
    );
    expect(missing).toEqual([]);
  });
});

it('every situation of docs/scenarios.md has its test, and no test another number', () => {
  const told = [...read('docs/scenarios.md').matchAll(/^\| (\d+) \|/gm)].map(([, n]) => Number(n));
  const files = ['execution', 'honesty', 'planning'].map(
    (name) => `test/scenarios-${name}.test.ts`,
  );
  const tested = [...files, 'test/slow/scenarios-together.test.ts'].flatMap((name) =>
    [...read(name).matchAll(/^ {2}it\('([\d, and]+):/gm)].flatMap(([, numbers = '']) =>
      (numbers.match(/\d+/g) ?? []).map(Number),
    ),
  );
  const inOrder = (numbers: readonly number[]) => numbers.toSorted((a, b) => a - b);
  expect(inOrder(told)).toEqual(Array.from({ length: 30 }, (_, at) => at + 1));
  expect(inOrder(tested)).toEqual(inOrder(told));
});

/** As GitHub makes them: lower case, dashes for spaces, no punctuation, a number where one occurs again. */
function anchorsOf(markdown: string): Set<string> {
  const anchors = new Set<string>();
  const withoutCode = markdown.replaceAll(/^```[\s\S]*?^```/gm, '');
  for (const [, heading = ''] of withoutCode.matchAll(/^#+ (.+)$/gm)) {
    const plain = heading.toLowerCase().replaceAll(/[^\p{L}\p{N}\s_-]/gu, '');
    const slug = plain.trim().replaceAll(/\s/g, '-');
    let anchor = slug;
    for (let again = 1; anchors.has(anchor); again++) anchor = `${slug}-${again}`;
    anchors.add(anchor);
  }
  return anchors;
}
