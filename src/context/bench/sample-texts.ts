/** Numbers between 0 and 1 that are the same for the same seed (mulberry32). */
export function randomFrom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

const list = (words: string) => words.trim().split(/\s+/);
const modules =
  list(`parser scheduler cache router session ledger importer exporter renderer migration watcher
  tokenizer uploader mailer billing search gateway queue logger planner profiler sandbox webhook dashboard
  resolver linter bundler archive snapshot replica cursor lexer printer registry invoice coupon checkout inventory`);
const failures =
  list(`TimeoutError ECONNRESET ENOENT EACCES TypeError KeyError NullPointerException SIGSEGV
  ERR_MODULE_NOT_FOUND deadlock overflow race leak assertion rollback conflict checksum encoding rounding truncation`);
const causes =
  list(`timezone locale pagination retries concurrency permissions symlinks encoding whitespace quotes
  unicode precision ordering recursion nesting headers redirects cookies certificates environment`);
const actions =
  list(`pinning batching locking escaping validating debouncing caching normalising mocking sorting
  flushing closing copying splitting merging retrying hashing paging streaming draining`);

/** One remark about some work, as an iteration would leave it; a million of them differ. */
export function sampleText(place: number): string {
  const random = randomFrom(place + 1);
  const pick = (words: readonly string[]) => words[Math.floor(random() * words.length)] ?? '';
  const module = pick(modules);
  const file = `src/${module}/${pick(actions)}-${pick(causes)}.ts`;
  const line = 1 + Math.floor(random() * 900);
  return random() < 0.5
    ? `The ${module} failed with ${pick(failures)} when ${pick(causes)} met ${pick(causes)}; fixed by ${pick(actions)} in ${file}:${line}. The ${pick(modules)} was not affected (case ${place}).`
    : `Decided on ${pick(actions)} for the ${module} because of ${pick(causes)} and ${pick(failures)}, see ${file}, function ${pick(actions)}${pick(modules)}${line}, ticket ${place}.`;
}

/** A question about such work. */
export function sampleQuestion(place: number): string {
  const random = randomFrom(0x5eed + place);
  const pick = (words: readonly string[]) => words[Math.floor(random() * words.length)] ?? '';
  return `why does the ${pick(modules)} throw ${pick(failures)} with ${pick(causes)}, and did ${pick(actions)} help?`;
}
