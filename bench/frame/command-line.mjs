import { distance } from 'fastest-levenshtein';

export const usage = `npm run bench [-- SUITE… OPTIONS]

Runs every suite, or those that are named, and compares each figure with a baseline measured in the same run. Writes
bench/results/SUITE.json and bench/results/table.md. Ends with 1 when a limit is broken or a suite fails.

Options:
  --suite NAME   Run this suite; may be given again, or as names with commas
  --data DIR     Measure retrieval and tools on the sets below DIR (retrieval/*, tools/*) instead of the small ones here
  --full         All sizes and all questions: takes an hour and gigabytes
  --peers        Install and measure the task servers of others too (suite project)
  --list         Name the suites
  --help         Show this`;

/** What `npm run bench` was asked for, or `{ problem }` in a sentence for the person who typed it. */
export function readCommandLine(words, suiteNames) {
  const asked = {
    suites: [],
    data: undefined,
    full: false,
    peers: false,
    list: false,
    help: false,
  };
  const switches = ['full', 'peers', 'list', 'help'];
  const values = ['suite', 'data'];
  const rest = [...words];
  while (rest.length > 0) {
    const word = rest.shift();
    const [, name, given] = /^--([^=]+)(?:=(.*))?$/s.exec(word) ?? [];
    if (name === undefined) {
      asked.suites.push(word);
    } else if (switches.includes(name) && given === undefined) {
      asked[name] = true;
    } else if (values.includes(name)) {
      const value = given ?? rest.shift();
      if (!value || value.startsWith('--')) return { problem: `--${name} needs a value.` };
      if (name === 'suite') asked.suites.push(...value.split(','));
      else asked.data = value;
    } else {
      const all = [...switches, ...values];
      const meant = closest(name, all);
      const hint = meant ? ` Did you mean --${meant}?` : ` There are: --${all.join(', --')}.`;
      return { problem: `There is no option ${word}.${hint}` };
    }
  }
  for (const name of asked.suites) {
    if (suiteNames.includes(name)) continue;
    const meant = closest(name, suiteNames);
    const hint = meant ? ` Did you mean "${meant}"?` : '';
    return { problem: `No suite is called "${name}".${hint} There are: ${suiteNames.join(', ')}.` };
  }
  return { ...asked, suites: asked.suites.length > 0 ? [...new Set(asked.suites)] : suiteNames };
}

function closest(word, candidates) {
  const near = candidates
    .map((candidate) => ({ candidate, far: distance(word.toLowerCase(), candidate) }))
    .sort((a, b) => a.far - b.far)[0];
  return near && near.far <= Math.max(2, Math.floor(word.length / 3)) ? near.candidate : undefined;
}
