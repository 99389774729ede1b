import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { contentsOf } from '../src/loop/testing/temporary-folder.ts';
import { until } from './support/mcp-connections.ts';
import { runProject } from './support/run-project.ts';

interface Line {
  readonly seq: number;
  readonly event: { readonly kind: string; readonly [key: string]: unknown };
}

const eventsOf = (stdout: string): Line[] =>
  stdout
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));

describe('ralph run', () => {
  it('spends no more than the cap and the iteration that reached it', async () => {
    const project = runProject({
      turns: [
        {
          steps: [
            { run: 'echo more >> src/main.txt' },
            { event: { kind: 'cost', usd: 0.4 } },
            { say: 'There is more to do.' },
          ],
        },
      ],
    });
    const { code, stdout } = await project.ralph('run', '9', '--max-cost', '0.5', '--json');
    const events = eventsOf(stdout);
    expect(code).toBe(1);
    expect(events.map(({ seq }) => seq)).toEqual(events.map((_, index) => index + 1));
    expect(events.at(-1)?.event).toMatchObject({
      kind: 'run_ended',
      status: 'stopped',
      exit_code: 1,
      reason: 'the budget of 0.5 US dollars is spent (0.80 used)',
    });

    const silent = await project.ralph('run', '--max-cost', '1', '--agent-cmd', 'cat');
    expect(silent.code).toBe(2);
    expect(silent.stderr).toContain('custom reports no cost');
  });

  it('says of each mistake in the configuration what to do about it', async () => {
    const project = runProject({ turns: [] });
    writeFileSync(path.join(project.root, 'ralph.yaml'), 'budgts: {}\nagents: {default: cluade}\n');
    const { code, stderr } = await project.ralph('run');
    expect(code).toBe(1);
    expect(stderr).toContain('Did you mean "budgets"?\n  Rename it');
    expect(stderr).toContain('Did you mean "claude"?\n  Choose one of');
    expect(stderr).toContain('Mend what is named above');
  });

  it('shows what it would do and does nothing with --dry-run', async () => {
    const project = runProject({ turns: [] });
    const before = contentsOf(project.root);
    const { code, stdout } = await project.ralph('run', '3', '--dry-run', '--json');
    expect(code).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({
      dry_run: true,
      options: { mode: 'prompt', allow_edits: true },
      gates: [{ name: 'test', baseline: 'strict', detected_from: null }],
      budgets: { iterations: 3 },
      tools: [
        'get_relevant_context',
        'get_iteration_history',
        'get_skills',
        'store_context',
        'mark_useful',
      ],
      prompt: expect.stringMatching(/^Do what is to be done\./),
    });
    expect(contentsOf(project.root)).toEqual(before);
  });

  it('shows with --dry-run what an agent that is not installed would be given, and says so', async () => {
    const project = runProject({ turns: [] });
    const absent = ['--agent-cmd', 'no-such-agent --now'] as const;
    const { code, stdout } = await project.ralph('run', '--dry-run', ...absent);
    expect(code).toBe(0);
    expect(stdout).toMatch(/^Agent: +custom\n/m);
    expect(stdout).toMatch(/^Note: +The agent "custom" was not found\. .*Install "no-such-agent"/m);
    expect(stdout).toContain('Do what is to be done.');
    const real = await project.ralph('run', ...absent);
    expect(real).toMatchObject({ code: 1, stderr: expect.stringContaining('was not found') });
  });

  it('one interrupt ends the run in order, and nothing of the agent is left', async () => {
    const project = runProject({
      // Renamed when it is whole: a file is there before anything is in it.
      turns: [
        {
          steps: [
            {
              run: 'echo x >> src/main.txt; echo $$ > .ralph/new; mv .ralph/new .ralph/pid; sleep 600',
            },
          ],
        },
      ],
    });
    const { child, finished } = project.start('run', '--ui', 'plain');
    await until('the agent works', () => project.has('.ralph/pid'));
    child.kill('SIGINT');
    const { code, stdout } = await finished;
    expect(code).toBe(130);
    expect(stdout).toContain('Run cancelled');
    expect(project.read('src/main.txt')).toBe('one\n');
    const pid = Number(project.read('.ralph/pid'));
    // A process that was ended stays listed until the system's first process has waited for it.
    await until('nothing of the agent is left', () => {
      try {
        return !process.kill(pid, 0);
      } catch {
        return true;
      }
    });
  });
});
