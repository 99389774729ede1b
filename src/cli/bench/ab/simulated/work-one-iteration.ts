import { pick, seededRandom, shuffledBy } from '../random.ts';
import {
  type Failure,
  type PromptContent,
  readFailures,
  readPrompt,
  readSetting,
  roughTokens,
  sayingsAbout,
  saysInVain,
  withSetting,
} from './read-prompt.ts';

/** All that the agent can reach: the working tree and the check that the gate runs. */
export interface Workplace {
  files(): readonly string[];
  read(file: string): string | undefined;
  write(file: string, text: string): void;
  check(): string;
}

export interface SimulationSettings {
  /** Units of work in one iteration. */
  readonly effort: number;
  /** Other files that it reads about one error before it guesses. */
  readonly patience: number;
  /** Whether it writes what it found out to the progress file. */
  readonly notes: boolean;
}

export interface IterationOutcome {
  /** What it says at the end. */
  readonly message: string;
  readonly complete: boolean;
  readonly inputTokens: number;
  readonly outputTokens: number;
}

export const notesFile = 'scripts/ralph/progress.txt';
const promptTokensPerUnit = 1_000;
const tokensOfAnEdit = 60;

/** A value to try, and the recalled note that it comes from. */
interface Idea {
  readonly value: string;
  readonly note?: string;
}

/**
 * One launch of the simulated agent; docs/ab.md has its rules in words. It knows what its prompt says and what it
 * reads in this launch, and nothing else.
 */
export function workOneIteration(
  prompt: string,
  place: Workplace,
  options: { readonly seed: string; readonly settings: SimulationSettings },
): IterationOutcome {
  const { settings } = options;
  const content = readPrompt(prompt);
  const random = seededRandom(options.seed, content.iteration);
  const hands = handsOn(place, content, settings);
  const passedOver = new Set<string>();
  const unchecked = new Set<string>();
  const said: string[] = [];
  const cited = new Set<string>();

  function findIdea(failure: Failure): Idea | undefined {
    if (!hands.open(failure.file)) return undefined;
    const atHand = ideasFor(failure, content, hands)[0];
    if (atHand) return atHand;
    const unread = place.files().filter((file) => !hands.opened.has(file));
    for (const file of shuffledBy(unread, random).slice(0, settings.patience)) {
      if (!hands.open(file)) return undefined;
      const found = ideasFor(failure, content, hands)[0];
      if (found) return found;
    }
    const left = choicesLeft(failure, content, hands);
    const value = pick(left, random);
    return value === undefined ? undefined : { value };
  }

  let failures = hands.check();
  if (settings.notes && failures !== undefined && failures.length > 0) hands.open(notesFile);
  while (failures !== undefined) {
    const failure: Failure | undefined = failures.find((each) => !passedOver.has(placeOf(each)));
    if (!failure) break;
    const idea = findIdea(failure);
    if (!idea || !hands.edit(failure, idea.value)) {
      passedOver.add(placeOf(failure));
      continue;
    }
    if (idea.note !== undefined) cited.add(idea.note);
    const setting = `\`${failure.key} = ${idea.value}\` in ${failure.file}`;
    const now = hands.check();
    if (now === undefined) {
      unchecked.add(placeOf(failure));
      passedOver.add(placeOf(failure));
      said.push(`${failure.title}: set ${setting} and had no time to check it.`);
      continue;
    }
    failures = now;
    const inVain = failures.some((each) => placeOf(each) === placeOf(failure));
    said.push(`${failure.title}: ${setting} ${inVain ? 'did not help' : 'was the fix'}.`);
    if (inVain) hands.wrong.add(`${placeOf(failure)} = ${idea.value}`);
  }

  if (settings.notes && said.length > 0) {
    const lines = said.map((line) => `- Iteration ${content.iteration}: ${line}`).join('\n');
    place.write(notesFile, `${(place.read(notesFile) ?? '').trimEnd()}\n${lines}\n`);
  }
  if (said.length === 0)
    said.push(failures?.length === 0 ? 'The check is green.' : 'Found nothing to try.');
  if (cited.size > 0) said.push(`Notes used: ${[...cited].join(', ')}.`);
  const message = said.join('\n');
  return {
    message,
    // Whatever it changed last and could not check, it believes in.
    complete: failures?.every((each) => unchecked.has(placeOf(each))) === true,
    inputTokens: hands.tokensRead(),
    outputTokens: said.length * tokensOfAnEdit + roughTokens(message),
  };
}

type Hands = ReturnType<typeof handsOn>;

/** What can be done, as long as there are units left; each act takes one. */
function handsOn(place: Workplace, content: PromptContent, settings: SimulationSettings) {
  let units = settings.effort - Math.floor(content.tokens / promptTokensPerUnit);
  let read = content.tokens;
  const opened = new Map<string, string>();
  const mayAct = () => units-- >= 1;
  const keep = (file: string, text: string) => {
    opened.set(file, text);
    read += roughTokens(text);
  };
  return {
    opened: opened as ReadonlyMap<string, string>,
    /** Settings tried in vain in this launch. */
    wrong: new Set<string>(),
    tokensRead: () => read,
    check(): Failure[] | undefined {
      if (!mayAct()) return undefined;
      const output = place.check();
      read += roughTokens(output);
      return readFailures(output);
    },
    open(file: string): boolean {
      if (opened.has(file)) return true;
      if (!mayAct()) return false;
      keep(file, place.read(file) ?? '');
      return true;
    },
    edit({ file, key }: Failure, value: string): boolean {
      if (!mayAct()) return false;
      const text = withSetting(place.read(file), key, value);
      place.write(file, text);
      opened.set(file, text);
      return true;
    },
  };
}

/** What it has at hand about a failing setting, best first: the task, recalled notes, its own notes, other files. */
function ideasFor(failure: Failure, content: PromptContent, hands: Hands): Idea[] {
  const { file, key } = failure;
  const named = content.recalled.toSorted(
    (a, b) => Number(b.text.includes(file)) - Number(a.text.includes(file)),
  );
  const sources: readonly { readonly text: string; readonly note?: string }[] = [
    { text: content.task },
    ...named.map(({ id, text }) => ({ text, note: id })),
    { text: hands.opened.get(notesFile) ?? '' },
    ...[...hands.opened].filter(([name]) => name !== file).map(([, text]) => ({ text })),
  ];
  const choices = readSetting(hands.opened.get(file) ?? '', key)?.choices ?? [];
  const wrong = knownWrong(failure, content, hands);
  return sources.flatMap(({ text, note }) =>
    sayingsAbout(key, text)
      .filter((saying) => !/^\S* in \S+ did not help/.test(saying.after))
      .filter(({ value }) => !wrong.has(value))
      .filter(({ value }) => choices.length === 0 || choices.includes(value))
      .map(({ value }) => ({ value, ...(note !== undefined && { note }) })),
  );
}

function choicesLeft(failure: Failure, content: PromptContent, hands: Hands): string[] {
  const choices = readSetting(hands.opened.get(failure.file) ?? '', failure.key)?.choices ?? [];
  const wrong = knownWrong(failure, content, hands);
  return choices.filter((choice) => !wrong.has(choice));
}

/** The value that stands there, what was tried in this launch, and what notes say was tried in vain. */
function knownWrong(
  failure: Failure,
  content: PromptContent,
  hands: Hands,
): ReadonlySet<string | undefined> {
  const { file, key } = failure;
  const texts = [hands.opened.get(notesFile) ?? '', ...content.recalled.map(({ text }) => text)];
  const told = texts
    .flatMap((text) => sayingsAbout(key, text))
    .filter((saying) => saysInVain(saying, file));
  const mine = [...hands.wrong]
    .filter((tried) => tried.startsWith(`${placeOf(failure)} = `))
    .map((tried) => tried.slice(placeOf(failure).length + 3));
  const present = readSetting(hands.opened.get(file) ?? '', key)?.value;
  return new Set([present, ...mine, ...told.map(({ value }) => value)]);
}

function placeOf({ file, key }: Failure): string {
  return `${file}: ${key}`;
}
