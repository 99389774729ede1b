import type { CompletionPlace, CompletionValue } from './completion-model.ts';
import { argumentValues, cases, optionValues, quote, takeWord } from './shell-cases.ts';

export function zshScript(places: readonly CompletionPlace[]): string {
  const commands = places.filter((place) => place.commands.length > 0);
  return `#compdef ralph
# Completion of ralph for zsh. Load it with: source <(ralph completion zsh)
_ralph() {
  local node='' taking='' word
  local -i position=0 i
  local -a found
  for ((i = 2; i < CURRENT; i++)); do
    word="\${words[i]}"
${takeWord(places)}
  done
  word="\${words[CURRENT]}"
  if [[ $word == --*=* ]]; then
    taking="\${word%%=*}"
    compset -P '*='
  fi
  if [[ -n $taking ]]; then
    case "$node $taking" in
${cases(optionValues(places), offer)}
    esac
  elif [[ $word == -* ]]; then
    case "$node" in
${cases(
  places.map((place) => ({ keys: [place.node], what: place.options.flatMap(optionWords) })),
  (words) => describe('option', words),
)}
    esac
  else
    case "$node" in
${cases(
  commands.map((place) => ({ keys: [place.node], what: place.commands })),
  (words) => describe('command', words),
)}
    esac
    case "$node $position" in
${cases(argumentValues(places), offer)}
    esac
  fi
}
# The same file works sourced and as an autoloaded function in $fpath.
if [[ "\${funcstack[1]}" == _ralph ]]; then _ralph "$@"; else compdef _ralph ralph; fi
`;
}

interface Word {
  readonly name: string;
  readonly summary: string;
}

function optionWords(option: CompletionPlace['options'][number]): Word[] {
  const { long, short, summary } = option;
  return [long, ...(short ? [short] : [])].map((name) => ({ name, summary }));
}

function describe(kind: string, words: readonly Word[]): string {
  const items = words.map(({ name, summary }) =>
    quote(`${name.replaceAll(':', '\\:')}:${summary}`),
  );
  return `found=(${items.join(' ')}); _describe -t ${kind}s ${kind} found`;
}

function offer(value: CompletionValue): string {
  if (value.kind === 'choices') return `compadd -- ${value.choices.map(quote).join(' ')}`;
  if (value.kind === 'anything') return ':';
  return value.kind === 'folders' ? '_files -/' : '_files';
}
