import type { CompletionPlace, CompletionValue } from './completion-model.ts';

/** One branch of a shell's `case`: the words that select it and what holds there. */
export interface Branch<What> {
  readonly keys: readonly string[];
  readonly what: What;
}

const joined = (node: string, word: string) => `${node} ${word}`;

/** `node word` → the node below it. */
export function descents(places: readonly CompletionPlace[]): Branch<string>[] {
  return places.flatMap(({ node, commands }) =>
    commands.map(({ name }) => ({
      keys: [joined(node, name)],
      what: node === '' ? name : joined(node, name),
    })),
  );
}

/** `node --option` → what its value can be; only for options that take one. */
export function optionValues(places: readonly CompletionPlace[]): Branch<CompletionValue>[] {
  return places.flatMap(({ node, options }) =>
    options.flatMap(({ long, short, value }) =>
      value === undefined
        ? []
        : [{ keys: [long, ...(short ? [short] : [])].map((o) => joined(node, o)), what: value }],
    ),
  );
}

/** `node position` → what the argument there can be; a variadic one holds for every later position. */
export function argumentValues(places: readonly CompletionPlace[]): Branch<CompletionValue>[] {
  return places.flatMap(({ node, arguments: list }) =>
    list.map(({ value, variadic }, position) => ({
      keys: [joined(node, variadic ? '*' : String(position))],
      what: value,
    })),
  );
}

/** Every branch as one, for when it only matters that some of them matches. */
function groupAll<What>(branches: readonly Branch<What>[]): Branch<What>[] {
  const [first] = branches;
  return first ? [{ keys: branches.flatMap(({ keys }) => keys), what: first.what }] : [];
}

/** In bash and zsh alike: one `$word` of the line moves `$node`, `$taking` or `$position`. */
export function takeWord(places: readonly CompletionPlace[]): string {
  return `    if [[ -n $taking ]]; then taking=''; continue; fi
    case "$node $word" in
${cases(descents(places), (node) => `node=${quote(node)}; continue`)}
${cases(groupAll(optionValues(places)), () => 'taking="$word"; continue')}
    esac
    if [[ $word != -* ]]; then position=$((position + 1)); fi`;
}

export function cases<What>(
  branches: readonly Branch<What>[],
  body: (what: What) => string,
): string {
  return branches
    .map(({ keys, what }) => `      ${keys.map(pattern).join(' | ')}) ${body(what)} ;;`)
    .join('\n');
}

/** Quoted, except for the star of a variadic argument, which must match every position. */
function pattern(key: string): string {
  return key.endsWith(' *') ? `${quote(key.slice(0, -1))}*` : quote(key);
}

export function quote(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}
