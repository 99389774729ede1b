/** A scenario of the conformance suite as docs/conformance.md places it. */
export interface PlacedScenario {
  readonly name: string;
  readonly places: readonly ('product' | 'fixtures' | 'not run')[];
  /** Checks that the page says cannot hold on the product. */
  readonly exceptions: readonly string[];
}

export interface ListedScenarios {
  readonly server: readonly string[];
  readonly client: readonly string[];
}

/** The rows under one heading of docs/conformance.md. */
export function placedScenarios(page: string, heading: string): PlacedScenario[] {
  const [, after = ''] = page.split(`## ${heading}\n`);
  const [section = ''] = after.split('\n## ');
  return section
    .split('\n')
    .filter((line) => line.startsWith('| `'))
    .flatMap((line) => {
      const [, names = '', places = '', why = ''] = line.split('|');
      if (why.trim() === '') throw new Error(`no reason is given: ${line}`);
      return quoted(names).map((name) => ({
        name,
        places: places.split(',').map((place) => placeOf(place.trim())),
        exceptions: quoted(why).filter((word) => word.startsWith('sep-')),
      }));
    });
}

/** What `conformance list --requirements` prints, the scenarios that are run but not scored among it. */
export function listedScenarios(text: string): ListedScenarios {
  const [, scored = '', unscored = ''] =
    /(Server scenarios[\s\S]*?)(Run and reported[\s\S]*|$)/.exec(text) ?? [];
  const [servers = '', clients = ''] = scored.split('Client scenarios');
  const named = (part: string) =>
    [...part.matchAll(/^ {2}- (\S+)$/gm)].map(([, name = '']) => name);
  const others = [...unscored.matchAll(/^ +- (\S+) \[(server|client)\]$/gm)];
  const ofKind = (kind: string) => others.flatMap(([, name = '', is]) => (is === kind ? name : []));
  return {
    server: [...named(servers), ...ofKind('server')],
    client: [...named(clients), ...ofKind('client')],
  };
}

function quoted(text: string): string[] {
  return [...text.matchAll(/`([^`]+)`/g)].map(([, word = '']) => word);
}

function placeOf(text: string): PlacedScenario['places'][number] {
  if (text === 'product' || text === 'fixtures' || text === 'not run') return text;
  throw new Error(`"${text}" is no place to run a scenario`);
}
