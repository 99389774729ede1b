import fc from 'fast-check';

/** Generated documents are valid and odd: comments anywhere, mixed spacing, trailing commas. */
const newline = fc.constantFrom('\n', '\r\n');
const comment = fc
  .constantFrom(
    'note',
    ' "mcpServers": {',
    ' } ] ,',
    ' https://x/y',
    ' [mcp_servers.ralph]',
    ' é 漢 😀',
  )
  .map((text) => text);

const jsonSpace = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.constantFrom('', ' ', '  ', '\t', '\n', '\n  ', '\r\n    ', '\n\n\t'),
  },
  { weight: 1, arbitrary: fc.tuple(comment, newline).map(([text, eol]) => ` //${text}${eol}  `) },
  { weight: 1, arbitrary: comment.map((text) => `/*${text}*/`) },
);

const key = fc.constantFrom(
  'a',
  'b',
  'ralph2',
  'servers',
  '',
  'é"\\',
  '__proto__',
  'x/*y',
  'constructor',
);
const scalar = fc.oneof(
  fc.constantFrom('null', 'true', '-0', '1e3', '12345678901234567890'),
  fc.constantFrom('// no', '/*', ', }', '\u2028', 'ralph', '').map((text) => JSON.stringify(text)),
);

const { value, object } = fc.letrec<{ value: string; object: string; list: string }>((tie) => ({
  value: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    scalar,
    tie('object'),
    tie('list'),
  ),
  object: jsonObject(
    fc.uniqueArray(jsonMember(key, tie('value')), { selector: nameOf, maxLength: 4 }),
  ),
  list: fc
    .tuple(fc.array(padded(tie('value')), { maxLength: 3 }), jsonSpace)
    .map(([items, space]) => (items.length === 0 ? `[${space}]` : `[${items.join(',')}]`)),
}));

type Member = readonly [name: string, text: string];

function nameOf([name]: Member): string {
  return name;
}

function padded(text: fc.Arbitrary<string>): fc.Arbitrary<string> {
  return fc.tuple(jsonSpace, text, jsonSpace).map((parts) => parts.join(''));
}

function jsonMember(
  name: fc.Arbitrary<string>,
  content: fc.Arbitrary<string>,
): fc.Arbitrary<Member> {
  return fc
    .tuple(name, jsonSpace, jsonSpace, padded(content), jsonSpace)
    .map(([own, before, between, text, after]) => [
      own,
      `${before}${JSON.stringify(own)}${between}:${text}${after}`,
    ]);
}

function jsonObject(members: fc.Arbitrary<Member[]>): fc.Arbitrary<string> {
  return fc
    .tuple(members, fc.boolean(), jsonSpace)
    .map(([list, trailing, space]) =>
      list.length === 0
        ? `{${space}}`
        : `{${list.map(([, text]) => text).join(',')}${trailing ? `,${space}` : ''}}`,
    );
}

/** A JSONC document, with or without the parent that holds servers. */
export function jsonDocument(parent: string): fc.Arbitrary<string> {
  const servers = jsonMember(fc.constant(parent), object);
  const root = jsonObject(
    fc
      .tuple(
        fc.uniqueArray(jsonMember(key, value), { selector: nameOf, maxLength: 4 }),
        fc.option(servers),
        fc.nat(),
      )
      .map(([members, own, at]) => {
        const others = members.filter(([name]) => name !== parent);
        return own === null ? others : others.toSpliced(at % (others.length + 1), 0, own);
      }),
  );
  return fc
    .tuple(fc.constantFrom('', '\uFEFF'), jsonSpace, root, jsonSpace)
    .map((parts) => parts.join(''));
}

const tomlValue = fc.constantFrom(
  '1',
  '"a # b"',
  "'c:\\d'",
  '"\\"[x]"',
  '"""\n[mcp_servers.ralph]\ncommand = "no"\n"""',
  "'''\n[mcp_servers.ralph]'''''",
  '[ # first\n  "x", # ]\n  "y",\n]',
  '{ a = 1, b = "}" }',
  '1979-05-27T07:32:00Z',
  '9007199254740993',
  '[]',
);
const tomlGap = fc.constantFrom(
  '',
  '',
  '\n',
  '# note\n',
  '  # [mcp_servers.ralph]\n',
  '\n\n# é 漢 😀\n',
);

/** A TOML document with tables, other servers, and text that only looks like our table. */
export const tomlDocument: fc.Arbitrary<string> = fc
  .tuple(
    fc.array(fc.tuple(tomlGap, tomlValue), { maxLength: 3 }),
    fc.array(
      fc.tuple(tomlGap, fc.array(fc.tuple(tomlGap, tomlValue), { maxLength: 3 }), fc.nat(5)),
      {
        maxLength: 4,
      },
    ),
    tomlGap,
    fc.boolean(),
    fc.constantFrom('', '\uFEFF'),
  )
  .map(([top, tables, tail, windows, mark]) => {
    let text = '';
    for (const [index, [gap, own]] of top.entries()) text += `${gap}k${index} = ${own}\n`;
    for (const [index, [gap, pairs, kind]] of tables.entries()) {
      const heads = [
        `t${index}`,
        `mcp_servers.s${index}`,
        `"mcp_servers".'s ${index}'`,
        `[l${index}]`,
      ];
      text += `${gap}[${heads[kind % heads.length]}]${kind > 3 ? ' # head' : ''}\n`;
      for (const [at, [space, own]] of pairs.entries())
        text += `${space}"p ${at}".q = ${own}  # end\n`;
    }
    text += tail;
    if (windows) text = text.replaceAll('\n', '\r\n');
    return mark + text;
  });
