export const makefileNames = ['GNUmakefile', 'makefile', 'Makefile'] as const;

export interface MakeTargets {
  readonly names: ReadonlySet<string>;
  /** Includes, pattern rules or computed names: a target that is not listed may still exist. */
  readonly open: boolean;
}

export function makeTargets(makefile: string): MakeTargets {
  const names = new Set<string>();
  let open = false;
  for (const line of makefile.replace(/\\\r?\n/g, ' ').split(/\r?\n/)) {
    if (/^-?include\s/.test(line)) open = true;
    // A rule is `names: …`; `:=`, `::=` and `?=` are assignments.
    const rule = /^([^\s#:=][^#:=]*):(?![:=]*=)/.exec(line);
    if (!rule?.[1]) continue;
    for (const name of rule[1].trim().split(/\s+/)) {
      if (/[%$]/.test(name)) open = true;
      else if (!name.startsWith('.')) names.add(name);
    }
  }
  return { names, open };
}
