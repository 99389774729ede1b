import type { ChildProcess } from 'node:child_process';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { openProjectDatabase } from '../../src/app/database.ts';
import { systemClock } from '../../src/base/clock.ts';
import { createLogger } from '../../src/base/logger.ts';
import { iterationHistory } from '../../src/context/iterations.ts';
import { openContext } from '../../src/context/open-context.ts';
import { settingsOf } from '../../src/context/testing/context-fixture.ts';
import { isRunLeaseHeld } from '../../src/loop/runs/engine/run-lease.ts';
import type { StoredIteration } from '../../src/loop/runs/store/iteration-rows.ts';
import { runStore } from '../../src/loop/runs/store/run-store.ts';
import { contentsOf } from '../../src/loop/testing/temporary-folder.ts';
import { type RunProject, runProject } from './run-project.ts';

const six = 6;
const upTo = (count: number) => Array.from({ length: count }, (_, at) => at + 1);

const prdOf = (count: number) =>
  `{ "branchName": "ralph/parts", "userStories": [\n${upTo(count)
    .map(
      (n) =>
        `  { "id": "S${n}", "title": "Part ${n}", "acceptanceCriteria": ["It is there"], "priority": ${n}, "passes": false, "notes": "" }`,
    )
    .join(',\n')}\n] }\n`;

// Writes in two steps and commits every second part, so that there is always something to be cut in half.
const agent = `cat > /dev/null
n=1; while grep -q "\\"S$n\\".*\\"passes\\": true" scripts/ralph/prd.json; do n=$((n + 1)); done
mkdir -p parts; echo "part $n" > parts/$n.txt
sleep 0.03
echo "rest $n" >> parts/$n.txt
if [ $((n % 2)) = 0 ]; then git add -A parts; git commit -qm "Part $n"; fi
sleep 0.02
sed -i "/\\"S$n\\"/s/\\"passes\\": false/\\"passes\\": true/" scripts/ralph/prd.json
`;

/** Stories and an agent that does one in each launch. */
export function storiesProject(count = six): RunProject {
  const project = runProject(
    { turns: [] },
    {
      'ralph.yaml': `agents: { default: custom, custom: { command: 'sh "$HOME/agent.sh"' } }
run: { sleep_seconds: 0 }
gates: [{ name: test, run: "test ! -f broken.txt" }]
budgets: { iterations: 20 }
learning: { mcp_context: { embeddings: { provider: none } } }
`,
      'scripts/ralph/prd.json': prdOf(count),
    },
  );
  writeOutside(project, 'agent.sh', agent);
  return project;
}

const done = { summary: 'It is there', evidence: ['the gate'] };

/** Six tasks in a row and an agent that does one in each launch, and says so over MCP. */
export async function tasksProject(): Promise<RunProject> {
  const project = runProject({
    turns: upTo(six).map((n) => ({
      until_exists: `parts/${n}.txt`,
      steps: [
        { write: `drafts/${n}.txt`, text: `draft ${n}` },
        { call: 'complete_task', arguments: done },
        { write: `parts/${n}.txt`, text: `part ${n}` },
      ],
    })),
  });
  const call = async (name: string, input: object) => {
    const { code, stderr } = await project.ralph(
      'tool',
      'call',
      name,
      '--json',
      JSON.stringify(input),
    );
    if (code !== 0) throw new Error(stderr);
  };
  await call('create_feature', { name: 'shop', display_name: 'Shop' });
  const look = { display_name: 'Backend', acronym: 'BE', icon: 'box', color: '#336699' };
  await call('create_discipline', { name: 'backend', ...look });
  for (const n of upTo(six)) {
    const after = n === 1 ? {} : { depends_on: [n - 1] };
    const task = { feature: 'shop', discipline: 'backend', status: 'pending' };
    await call('create_task', { ...task, title: `Part ${n}`, ...after });
  }
  return project;
}

/** The process that works on the run, what it has launched, or a git that it runs for itself. */
export type Victim = 'ralph' | 'agent' | 'git';

export interface Killing {
  /** From the start of the process. */
  readonly afterMs: number;
  readonly victim: Victim;
  readonly args: readonly string[];
}

/** Starts a run, kills one side of it without warning, and continues it: its exit code. */
export async function killAndResume(project: RunProject, killing: Killing): Promise<number | null> {
  const started = project.start('run', ...killing.args, '--ui', 'plain');
  started.child.stdin.end();
  await Promise.race([started.finished, delay(killing.afterMs)]);
  if (killing.victim === 'agent') {
    for (const pid of launchedBy(project, 'agent')) kill(pid);
    return (await started.finished).code;
  }
  if (killing.victim === 'git') {
    await killNextGit(project, started.child);
    const { code } = await started.finished;
    if (code === 0) return code;
  }
  started.child.kill('SIGKILL');
  await started.finished;
  const resumed = await project.ralph('runs', 'resume');
  if (/no runs? /i.test(resumed.stderr)) {
    return (await project.ralph('run', ...killing.args, '--ui', 'plain')).code;
  }
  return resumed.code;
}

/** Each of them lives for milliseconds only: the next one that shows itself, should there be one more. */
async function killNextGit(project: RunProject, ralph: ChildProcess): Promise<void> {
  while (ralph.exitCode === null) {
    const found = launchedBy(project, 'git');
    for (const pid of found) kill(pid);
    if (found.length > 0) return;
    await delay(1);
  }
}

/** What must be the same however often a run was killed: files, repository, tasks and rows. */
export async function outcomeOf(project: RunProject): Promise<object> {
  const logger = createLogger({ write: () => undefined });
  const database = await openProjectDatabase(project.root, logger);
  try {
    const store = runStore(database);
    const run = await store.find('latest');
    const events = await store.events(run.id, { after: 0, limit: 10_000 });
    const files = Object.entries(contentsOf(project.root)).filter(
      ([name]) => !/^\.(git|ralph|agent)\//.test(name),
    );
    return {
      files: Object.fromEntries(files),
      log: project.git('log', '--format=%s'),
      status: project.git('status', '--porcelain'),
      heads: project.git('for-each-ref', '--format=%(refname)', 'refs/heads', 'refs/tags'),
      run: { status: run.status, exit_code: run.exit_code, phase: run.phase },
      running: (await store.iterations(run.id)).filter(({ status }) => status === 'running').length,
      accepted: (await store.iterations(run.id))
        .filter(({ status }) => status === 'accepted')
        .map(({ number, changed_files }) => `${number} ${changed_files.join(' ')}`),
      remembered_once: await rememberedOnce(project, await store.iterations(run.id)),
      gapless: events.every(({ seq }, at) => seq === at + 1),
      ended: events.filter(({ event }) => event.kind === 'run_ended').length,
      tasks: await database.kysely
        .selectFrom('tasks')
        .select(['id', 'status', 'claimed_by', 'summary'])
        .orderBy('id')
        .execute(),
      // A process that is killed when its run is over, and before it let go, holds nothing: whoever comes takes over.
      held: {
        run: await isRunLeaseHeld(database, { clock: systemClock }),
        others: await database.kysely
          .selectFrom('leases')
          .select('name')
          .where('holder', 'is not', null)
          .where('name', '!=', 'run')
          .execute(),
      },
      processes: launchedBy(project).length,
    };
  } finally {
    await database.close();
  }
}

/** Whether the memory has one item for each launch, accepted or broken off, and no other. */
async function rememberedOnce(
  { root, env }: RunProject,
  iterations: readonly StoredIteration[],
): Promise<boolean> {
  const logger = createLogger({ write: () => undefined });
  const context = await openContext({ root, settings: settingsOf(), env, logger });
  try {
    const kept = await iterationHistory(context, 1_000);
    const told = iterations.map(({ context: shown }) => shown?.stored?.id);
    return kept.length === told.length && kept.every(({ id }) => told.includes(id));
  } finally {
    await context.close();
  }
}

/** Processes of the project's launches: known by its home folder, which nobody else has. */
function launchedBy(project: RunProject, whose: 'agent' | 'git' | 'both' = 'both'): number[] {
  return readdirSync('/proc')
    .map(Number)
    .filter((pid) => pid > 0)
    .filter((pid) => {
      const env = environmentOf(pid);
      const mark = env.find((one) => one.startsWith('RALPH_LAUNCH='));
      if (mark === undefined || !env.includes(`HOME=${project.env.HOME}`)) return false;
      // What Ralph runs for itself bears the mark of the worker alone.
      const isOwn = /^RALPH_LAUNCH=own_[^/]*$/.test(mark);
      return whose === 'both' || isOwn === (whose === 'git');
    });
}

function environmentOf(pid: number): string[] {
  try {
    return readFileSync(`/proc/${pid}/environ`, 'latin1').split('\0');
  } catch {
    return [];
  }
}

function kill(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // It ended by itself.
  }
}

/** The same numbers for the same seed, each in [0, 1). */
export function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

function writeOutside(project: RunProject, name: string, text: string): void {
  writeFileSync(path.join(project.env.HOME ?? '', name), text);
}
