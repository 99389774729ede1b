import { mkdirSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { until } from '../support/mcp-connections.ts';
import { type RunProject, runProject } from '../support/run-project.ts';

/** Marks that the agent has come so far, and has it wait until it may go on. */
const stopAt = (mark: string, goOn: string) => ({
  run: `touch .ralph/${mark}; for i in $(seq 600); do test -f .ralph/${goOn} && break; sleep 0.05; done`,
});

function waitingProject(): RunProject {
  const project = runProject({
    turns: [
      {
        steps: [
          stopAt('works', 'unread'),
          { say: 'Nobody reads this.' },
          stopAt('unheard', 'go'),
          { write: 'src/main.txt', text: 'two\n' },
          { say: '\u001b]0;owned\u0007Done.\n<promise>COMPLETE</promise>' },
        ],
      },
    ],
  });
  mkdirSync(path.join(project.root, '.ralph'));
  return project;
}

/** A run that has found its output closed, with its agent at work. */
async function unreadRun(project: RunProject) {
  const run = project.start('run', '3', '--ui', 'plain');
  await until('the agent works', () => project.has('.ralph/works'));
  run.child.stdout.destroy();
  project.write('.ralph/unread', '');
  await until('the agent is heard by the log alone', () => {
    const [log] = readdirSync(path.join(project.root, '.ralph/logs'));
    const isLogged = project.read(`.ralph/logs/${log}`).includes('Nobody reads this.');
    return isLogged && project.has('.ralph/unheard');
  });
  return run;
}

describe('a run whose output nobody reads any more', () => {
  it('goes on to its end, which another process can watch', async () => {
    const project = waitingProject();
    const { finished } = await unreadRun(project);
    const watch = project.start('runs', 'watch', '--json');
    project.write('.ralph/go', '');
    const watched = await watch.finished;
    expect((await finished).code).toBe(0);
    expect(watched.code).toBe(0);

    const lines = watched.stdout.trimEnd().split('\n');
    const events: { seq: number; event: { kind: string } }[] = lines.map((line) =>
      JSON.parse(line),
    );
    expect(events.map(({ seq }) => seq)).toEqual(events.map((_, index) => index + 1));
    expect(events.at(-1)?.event.kind).toBe('run_ended');

    const { result } = JSON.parse((await project.ralph('runs', 'show', '--json')).stdout);
    expect(result).toMatchObject({ status: 'complete', changed_files: ['src/main.txt'] });
    const summary = project.read(String(result.log_path).replace(/\.log$/, '.summary.json'));
    expect(JSON.parse(summary)).toEqual(result);
    expect(project.read(result.log_path)).toContain('agent| Done.');
  });

  it('can still be asked to stop', async () => {
    const project = waitingProject();
    const { child, finished } = await unreadRun(project);
    child.kill('SIGINT');
    expect((await finished).code).toBe(130);
    expect((await project.ralph('status')).stdout).toMatch(/Last run run_\w+ cancelled/);
  });
});
