import type { CompletionPlace, CompletionValue } from './completion-model.ts';
import {
  argumentValues,
  type Branch,
  cases,
  optionValues,
  quote,
  takeWord,
} from './shell-cases.ts';

/** Written for bash 3.2, which macOS still has: no associative arrays, no mapfile. */
export function bashScript(places: readonly CompletionPlace[]): string {
  return `# Completion of ralph for bash. Load it with: source <(ralph completion bash)
_ralph() {
  local cur="\${COMP_WORDS[COMP_CWORD]}" node='' taking='' position=0 i word
  for ((i = 1; i < COMP_CWORD; i++)); do
    word="\${COMP_WORDS[i]}"
    # Bash splits --option=value into three words.
    if [[ $word == '=' ]]; then continue; fi
${takeWord(places)}
  done
  if [[ $cur == '=' ]]; then cur=''; fi
  COMPREPLY=()
  if [[ -n $taking ]]; then
    case "$node $taking" in
${cases(optionValues(places), offer)}
    esac
  elif [[ $cur == -* ]]; then
    case "$node" in
${cases(places.map(optionsBranch), offerWords)}
    esac
  else
    case "$node" in
${cases(places.filter((p) => p.commands.length > 0).map(commandsBranch), offerWords)}
    esac
    case "$node $position" in
${cases(argumentValues(places), offer)}
    esac
  fi
}
complete -o default -F _ralph ralph
`;
}

const optionsBranch = (place: CompletionPlace): Branch<readonly string[]> => ({
  keys: [place.node],
  what: place.options.flatMap(({ long, short }) => [long, ...(short ? [short] : [])]),
});

const commandsBranch = (place: CompletionPlace): Branch<readonly string[]> => ({
  keys: [place.node],
  what: place.commands.map(({ name }) => name),
});

function offer(value: CompletionValue): string {
  if (value.kind === 'choices') return offerWords(value.choices);
  // Without an offer bash completes file names by itself.
  return value.kind === 'folders' ? 'COMPREPLY=($(compgen -d -- "$cur"))' : ':';
}

function offerWords(words: readonly string[]): string {
  return `COMPREPLY=($(compgen -W ${quote(words.join(' '))} -- "$cur"))`;
}
