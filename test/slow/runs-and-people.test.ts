import { describe, expect, it } from 'vitest';
import { until } from '../support/mcp-connections.ts';
import { runProject } from '../support/run-project.ts';

const gone = (pid: number) => {
  try {
    process.kill(pid, 0);
    return false;
  } catch {
    return true;
  }
};

describe('runs and the people around them', () => {
  it('a second interrupt waits for nobody, leaves no process, and the run can be given up', async () => {
    const stubborn = "trap '' TERM INT; echo $$ > .ralph/pid; while :; do sleep 0.1; done";
    const project = runProject({ turns: [{ steps: [{ run: stubborn }] }] });
    const { child, finished } = project.start('run', '--ui', 'plain');
    await until('the agent works', () => project.has('.ralph/pid'));
    child.kill('SIGINT');
    await new Promise((wake) => setTimeout(wake, 300));
    child.kill('SIGINT');
    expect((await finished).code).toBe(130);
    await until('the agent is gone', () => gone(Number(project.read('.ralph/pid'))));

    const again = await project.ralph('run');
    expect(again.code).toBe(1);
    expect(again.stderr).toMatch(/Run run_\w+ was broken off and has not ended\./);
    const cancelled = await project.ralph('runs', 'cancel', '--json');
    expect(JSON.parse(cancelled.stdout)).toMatchObject({ status: 'cancelled', exit_code: 130 });
  });

  it('a question reaches the person through the client, and the answer the agent', async () => {
    const project = runProject({
      turns: [
        {
          until_exists: '.ralph/asked',
          steps: [
            { call: 'ask_human', arguments: { question: 'Which port?', blocking: true } },
            { run: 'touch .ralph/asked' },
          ],
        },
        {
          steps: [
            { save_prompt: '.ralph/prompt.txt' },
            { write: 'port.txt', text: '8080' },
            {
              call: 'complete_task',
              arguments: { summary: 'The port is set.', evidence: ['port.txt'] },
            },
          ],
        },
      ],
    });
    await project.ralph('feature', 'add', 'net', '--display-name', 'Network');
    await project.ralph('discipline', 'add', 'backend');
    const add = ['task', 'add', 'Set the port', '--feature', 'net', '--discipline', 'backend'];
    expect((await project.ralph(...add, '--status', 'pending')).code).toBe(0);

    const { client, answer } = await project.connect({ capabilities: { elicitation: {} } });
    const asked: string[] = [];
    client.setRequestHandler('elicitation/create', (request) => {
      asked.push(request.params.message);
      return { action: 'accept', content: { answer: 'Take 8080.' } };
    });
    const { run_id } = await answer('ralph_run', { tasks: true, allow_edits: true });
    let status = await answer('ralph_run_status', { run_id, wait_s: 20 });
    for (let calls = 1; calls < 9 && status.exit_code === null; calls++) {
      status = await answer('ralph_run_status', { run_id, wait_s: 20 });
    }
    expect(asked).toEqual(['An agent asks about task #1: Which port?']);
    expect(status).toMatchObject({ status: 'complete', exit_code: 0 });
    expect(project.read('.ralph/prompt.txt')).toContain('Take 8080.');
  });

  it('a run whose process was killed is told of, and goes on when it is resumed', async () => {
    const project = runProject({
      turns: [
        {
          until_exists: '.ralph/again',
          steps: [{ write: 'half.txt', text: '' }, { run: 'touch .ralph/again; sleep 600' }],
        },
        { steps: [{ write: 'whole.txt', text: '' }, { say: '<promise>COMPLETE</promise>' }] },
      ],
    });
    const { child, finished } = project.start('run', '--ui', 'plain');
    await until('the agent works', () => project.has('.ralph/again'));
    child.kill('SIGKILL');
    await finished;
    const { answer } = await project.connect();
    expect(await answer('ralph_run_status', { run_id: 'latest', wait_s: 20 })).toMatchObject({
      status: 'running',
      exit_code: null,
      waiting: { for: expect.stringContaining('ralph runs resume run_') },
    });
    expect((await project.ralph('runs', 'resume')).code).toBe(0);
    expect([project.has('half.txt'), project.has('whole.txt')]).toEqual([false, true]);
    expect(await answer('ralph_run_status', { run_id: 'latest' })).toMatchObject({
      status: 'complete',
      changed_files: ['whole.txt'],
    });
  });

  it('different roots of one server run at the same time', async () => {
    const script = {
      turns: [{ steps: [{ write: 'made.txt', text: '' }, { say: '<promise>COMPLETE</promise>' }] }],
    };
    const [one, two] = [runProject(script), runProject(script)];
    const { answer } = await one.connect({}, ['--root', two.root]);
    const runs = await Promise.all(
      [one, two].map(({ root }) => answer('ralph_run', { root, allow_edits: true, wait_s: 20 })),
    );
    expect(runs.map(({ status }) => status)).toEqual(['complete', 'complete']);
    expect([one.has('made.txt'), two.has('made.txt')]).toEqual([true, true]);
    const there = await answer('ralph_run_status', { run_id: runs[1]?.run_id });
    expect(there).toMatchObject({ changed_files: ['made.txt'] });
  });
});
