import { createHash } from 'node:crypto';
import type { BenchTask, PastFix } from './task.ts';

/** A small project of settings and documents, its past, and work to be done in it. */
export interface SettingsRepository {
  readonly about: string;
  readonly files: Readonly<Record<string, string>>;
  readonly history: readonly PastFix[];
  readonly skills?: readonly string[];
  readonly tasks: readonly SettingsTask[];
}

export interface SettingsTask
  extends Pick<BenchTask, 'name' | 'complexity' | 'expected_improvement'> {
  readonly issue: string;
  readonly obstacles: readonly Obstacle[];
  /** Files that are otherwise for this task. */
  readonly files?: Readonly<Record<string, string>>;
}

/** A setting that has to have one value. The check shows it when all obstacles of earlier stages are gone. */
export interface Obstacle {
  readonly stage: number;
  readonly file: string;
  readonly key: string;
  readonly value: string;
  readonly says: string;
}

export function tasksOf(repository: SettingsRepository): BenchTask[] {
  const { about, history, skills = [] } = repository;
  return repository.tasks.map(({ issue, obstacles, files, ...task }) => ({
    ...task,
    prompt: promptOf(about, issue),
    source: {
      kind: 'files',
      files: { ...repository.files, ...files, 'check.mjs': checkProgram(obstacles) },
    },
    gates: [{ name: 'check', run: 'node check.mjs' }],
    history,
    skills,
  }));
}

function promptOf(about: string, issue: string): string {
  return `# Work on this repository

${about}

## The issue

${issue}

## One iteration

1. Read \`scripts/ralph/progress.txt\`: earlier iterations wrote it for you.
2. Run \`node check.mjs\` and mend what it names, one thing after the other.
3. Add to \`scripts/ralph/progress.txt\` what you tried and what came of it.
`;
}

/** The gate's program. It knows right values by their hashes only, so that nothing can be read off it. */
function checkProgram(obstacles: readonly Obstacle[]): string {
  const checks = obstacles.map(({ stage, file, key, value, says }) => ({
    stage,
    file,
    key,
    says,
    hash: createHash('sha256').update(`${file}\n${key}\n${value}`).digest('hex').slice(0, 16),
  }));
  return `// Checks the settings of this repository, stage by stage. Prints TAP; exits with 1 when something is wrong.
import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';

const checks = ${JSON.stringify(checks, null, 2)};

function isRight({ file, key, hash }) {
  if (!existsSync(file)) return false;
  const lines = readFileSync(file, 'utf8').split('\\n');
  const value = lines
    .map((line) => /^([\\w.-]+) = ("[^"]*"|\\S+)/.exec(line))
    .find((found) => found?.[1] === key)?.[2];
  const found = createHash('sha256').update(file + '\\n' + key + '\\n' + value).digest('hex');
  return found.startsWith(hash);
}

const wrong = checks.filter((check) => !isRight(check));
const stage = Math.min(...wrong.map((check) => check.stage));
const run = checks.filter((check) => check.stage <= stage || wrong.length === 0);
console.log('TAP version 13');
console.log('1..' + run.length);
for (const [at, check] of run.entries())
  console.log((wrong.includes(check) ? 'not ok ' : 'ok ') + (at + 1) + ' - ' + check.says + ' (' + check.file + ': ' + check.key + ')');
process.exitCode = wrong.length > 0 ? 1 : 0;
`;
}
