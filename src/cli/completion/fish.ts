import type { CompletionOption, CompletionPlace, CompletionValue } from './completion-model.ts';
import { descents, optionValues } from './shell-cases.ts';

export function fishScript(places: readonly CompletionPlace[]): string {
  const taking = optionValues(places).flatMap(({ keys }) => keys);
  return `# Completion of ralph for fish. Load it with: ralph completion fish | source
function __ralph_place --description 'The command typed so far, and the number of its next argument'
    set -l node ''
    set -l position 0
    set -l taking ''
    for word in (commandline -opc)[2..]
        if test -n "$taking"
            set taking ''
            continue
        end
        switch "$node $word"
${descents(places)
  .map(
    ({ keys, what }) =>
      `            case ${keys.map(quote).join(' ')}\n                set node ${quote(what)}`,
  )
  .join('\n')}
            case ${taking.map(quote).join(' ')}
                set taking $word
            case '* -*'
            case '*'
                set position (math $position + 1)
        end
    end
    printf '%s\\n' $node $position
end
function __ralph_at --argument-names node position
    set -l place (__ralph_place)
    test "$place[1]" = "$node"; and test -z "$position" -o "$place[2]" = "$position"
end
complete -c ralph -f
${places.flatMap(linesOf).join('\n')}
`;
}

function linesOf(place: CompletionPlace): string[] {
  const at = (position = '') =>
    `complete -c ralph -n ${quote(`__ralph_at ${quote(place.node)} ${position}`.trimEnd())}`;
  return [
    ...place.commands.map(({ name, summary }) => `${at()} -a ${quote(name)} -d ${quote(summary)}`),
    ...place.options.map((option) => `${at()} ${optionWords(option)}`),
    ...place.arguments.flatMap(({ value, variadic }, position) =>
      value.kind === 'anything' ? [] : [`${at(variadic ? '' : String(position))} ${offer(value)}`],
    ),
  ];
}

function optionWords({ long, short, summary, value }: CompletionOption): string {
  return [
    `-l ${long.slice(2)}`,
    ...(short ? [`-s ${short.slice(1)}`] : []),
    ...(value ? [`-r ${offer(value)}`] : []),
    `-d ${quote(summary)}`,
  ].join(' ');
}

function offer(value: CompletionValue): string {
  if (value.kind === 'choices') return `-f -a ${quote(value.choices.join(' '))}`;
  return value.kind === 'folders' ? "-f -a '(__fish_complete_directories)'" : '-F';
}

/** Fish knows two escapes inside single quotes, the backslash's and the quote's own. */
function quote(text: string): string {
  return `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`;
}
