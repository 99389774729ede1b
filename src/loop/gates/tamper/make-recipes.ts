/** What a target of a Makefile does: its own lines, those of what it needs first, and the variables in them. */
export function recipeOf(makefile: string, target: string): string | undefined {
  const rules = readRules(makefile);
  const name = target === '' ? [...rules.keys()].find((one) => !one.startsWith('.')) : target;
  if (name === undefined || !rules.has(name)) return undefined;
  const lines: string[] = [];
  const seen = new Set<string>();
  const collect = (one: string) => {
    const rule = rules.get(one);
    if (seen.has(one) || !rule) return;
    seen.add(one);
    for (const needed of rule.needs) collect(needed);
    lines.push(`${one}: ${rule.needs.join(' ')}`, ...rule.lines);
  };
  collect(name);
  return [...lines, ...variablesIn(makefile, lines.join('\n'))].join('\n');
}

interface Rule {
  readonly needs: string[];
  readonly lines: string[];
}

function readRules(makefile: string): ReadonlyMap<string, Rule> {
  const rules = new Map<string, Rule>();
  let current: Rule[] = [];
  for (const line of makefile.replace(/\\\r?\n\s*/g, ' ').split(/\r?\n/)) {
    if (line.startsWith('\t')) {
      const command = line.trim();
      if (command !== '' && !command.startsWith('#'))
        for (const rule of current) rule.lines.push(command);
      continue;
    }
    const [, names, needs = ''] = /^([^\s#:=][^#:=]*)::?(?![:=]*=)([^#]*)/.exec(line) ?? [];
    if (names === undefined) {
      if (line.trim() !== '' && !line.startsWith('#')) current = [];
      continue;
    }
    const [before = '', inline] = needs.split(';', 2);
    current = names
      .trim()
      .split(/\s+/)
      .map((name) => {
        const rule = rules.get(name) ?? { needs: [], lines: [] };
        rule.needs.push(...before.trim().split(/\s+/).filter(Boolean));
        if (inline?.trim()) rule.lines.push(inline.trim());
        rules.set(name, rule);
        return rule;
      });
  }
  return rules;
}

function variablesIn(makefile: string, text: string): readonly string[] {
  const wanted = [...new Set([...text.matchAll(/\$[({](\w+)[)}]/g)].map(([, name]) => name ?? ''))];
  const unfolded = makefile.replace(/\\\r?\n\s*/g, ' ');
  return wanted.flatMap((name) =>
    [...unfolded.matchAll(new RegExp(`^(?:export |override )*${name}\\s*[:?+!]*=.*$`, 'gm'))].map(
      ([line]) => line.trim().replace(/\s+/g, ' '),
    ),
  );
}
