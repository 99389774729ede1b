import { formatPath } from '../../src/app/config/config-path.ts';
import { expectation } from '../../src/app/config/describe-setting.ts';
import { environmentLayers, environmentNames } from '../../src/app/config/environment.ts';
import { type ConfigJsonSchema, configJsonSchema } from '../../src/app/config/json-schema.ts';
import { presets } from '../../src/app/config/presets.ts';
import { code, page, table } from './markdown.ts';

/** docs/reference/configuration.md: every key of ralph.yaml, from the schema that checks it. */
export function configurationReference(): string {
  const schema = configJsonSchema();
  const blocks = Object.entries(schema.properties ?? {});
  const single = blocks.filter(([, block]) => !block.properties);
  return page([
    '# Settings',
    '',
    'Generated from the schema by `npm run generate`: do not edit. Every key that `ralph.yaml` may have is here; any other is refused. [configuration.md](../configuration.md) says where settings are read and which of them wins; `ralph config show --sources` prints what is in force.',
    '',
    '`NAME` stands for a name of your own, `[]` for each entry of a list. "–" means that there is no default: the key may be absent. A key that has to be given says "required".',
    '',
    '## Top level',
    '',
    ...settingsTable(single.map(([key, block]) => [[key], block, false])),
    '### Presets',
    '',
    '`preset` changes these defaults and nothing else.',
    '',
    ...table(['key', ...Object.keys(presets)], presetRows()),
    ...blocks.flatMap(([key, block]) => sectionLines([key], block, 2)),
    '## Environment variables',
    '',
    'Stronger than both files, weaker than flags. An empty variable counts as unset, except `NO_COLOR` and `RALPH_BRANCH`.',
    '',
    ...table(
      ['variable', 'sets'],
      environmentNames.map((name) => [code(name), pathsSetBy(name).map(code).join(', ')]),
    ),
  ]);
}

type Path = readonly string[];
type Setting = readonly [path: Path, schema: ConfigJsonSchema, required: boolean];

/** A section with the table of its own settings, then those inside it. */
function sectionLines(path: Path, section: ConfigJsonSchema, depth: number): string[] {
  const inner = innerOf(path, section);
  if (!inner) return [];
  const heading = `${'#'.repeat(Math.min(depth, 4))} ${code(shown(inner.path))}`;
  // A map or a list has been described in a row of the section around it.
  const about = section.properties && section.description ? [section.description, ''] : [];
  const home = homeOf(inner.schema);
  if (home && shown(home) !== shown(inner.path)) {
    return [heading, '', ...about, `The same keys as ${code(shown(home))}.`, ''];
  }
  const required = inner.schema.required ?? [];
  const children = Object.entries(inner.schema.properties ?? {}).map(
    ([key, child]): Setting => [[...inner.path, key], child, required.includes(key)],
  );
  const groups = alike(children.filter(([, child]) => innerOf([], child)));
  return [
    heading,
    '',
    ...about,
    ...settingsTable(children.filter(([, child]) => !child.properties)),
    ...groups.flatMap(([first, ...others]) => {
      const [head, ...rest] = sectionLines(first[0], first[1], depth + 1);
      const names = others.map(([other]) => `, ${code(shown(other))}`).join('');
      return [`${head}${names}`, ...rest];
    }),
  ];
}

interface Inner {
  readonly path: Path;
  readonly schema: ConfigJsonSchema;
}

/** What stands inside a section, a map of names or a list of sections; nothing for plain values. */
function innerOf(path: Path, schema: ConfigJsonSchema): Inner | undefined {
  if (schema.properties) return { path, schema };
  const entry = schema.additionalProperties;
  if (typeof entry === 'object') return innerOf([...path, 'NAME'], entry);
  return schema.items ? innerOf([...path, '[]'], schema.items) : undefined;
}

/** Where keys that stand in several places are listed: nearest to the top. */
function homeOf(schema: ConfigJsonSchema): Path | undefined {
  const keys = JSON.stringify(schema.properties);
  return everySection([], configJsonSchema())
    .filter((other) => JSON.stringify(other.schema.properties) === keys)
    .map(({ path }) => path)
    .sort((a, b) => a.length - b.length)[0];
}

function everySection(path: Path, schema: ConfigJsonSchema): Inner[] {
  return Object.entries(schema.properties ?? {}).flatMap(([key, child]) => {
    const inner = innerOf([...path, key], child);
    return inner ? [inner, ...everySection(inner.path, inner.schema)] : [];
  });
}

/** Sections that say the same under several names are shown once. */
function alike(settings: readonly Setting[]): (readonly [Setting, ...Setting[]])[] {
  const groups = new Map<string, [Setting, ...Setting[]]>();
  for (const setting of settings) {
    const key = JSON.stringify(setting[1]);
    const group = groups.get(key);
    if (group) group.push(setting);
    else groups.set(key, [setting]);
  }
  return [...groups.values()];
}

function settingsTable(settings: readonly Setting[]): string[] {
  return table(
    ['key', 'type', 'default', 'meaning'],
    settings.map(([path, schema, required]) => [
      code(shown(path)),
      typeOf(schema),
      required ? 'required' : defaultOf(schema),
      [schema.description ?? '', exampleOf(schema)].filter(Boolean).join(' '),
    ]),
  );
}

function shown(path: Path): string {
  return formatPath(path).replaceAll('["[]"]', '[]');
}

function typeOf(schema: ConfigJsonSchema): string {
  const choices = schema.enum?.filter((choice) => choice !== null);
  if (choices) return choices.map((choice) => code(String(choice))).join(', ');
  if (schema.items) {
    return schema.items.properties ? 'a list of sections' : `a list: ${typeOf(schema.items)}`;
  }
  const entry = schema.additionalProperties;
  if (!schema.properties && typeof entry === 'object') {
    return entry.properties ? 'sections by name' : `by name: ${typeOf(entry)}`;
  }
  return expectation(schema);
}

function defaultOf({ default: value }: ConfigJsonSchema): string {
  return value === undefined ? '–' : code(inline(value));
}

function exampleOf({ examples, default: value }: ConfigJsonSchema): string {
  const [example] = examples ?? [];
  return example === undefined || inline(example) === inline(value)
    ? ''
    : `Example: ${code(inline(example))}.`;
}

function inline(value: unknown): string {
  return typeof value === 'string' && value !== '' ? value : JSON.stringify(value);
}

function presetRows(): string[][] {
  const values = Object.values(presets).map((preset) => new Map(leaves(preset)));
  const keys = new Set(values.flatMap((preset) => [...preset.keys()]));
  return [...keys].map((key) => [
    code(key),
    ...values.map((preset) => code(inline(preset.get(key)))),
  ]);
}

function pathsSetBy(name: string): string[] {
  return environmentLayers({ [name]: '1' }).flatMap(({ values }) =>
    leaves(values).map(([key]) => key),
  );
}

function leaves(tree: object, path: Path = []): [string, unknown][] {
  return Object.entries(tree).flatMap(([key, value]): [string, unknown][] => {
    const here = [...path, key];
    return value !== null && typeof value === 'object' && !Array.isArray(value)
      ? leaves(value, here)
      : [[formatPath(here), value]];
  });
}
