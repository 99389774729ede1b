import { describe, expect, it } from 'vitest';
import { until } from './support/mcp-connections.ts';
import { runProject } from './support/run-project.ts';

const done = { say: '<promise>COMPLETE</promise>' };
const map = 'scripts/ralph/codebase_map.md';

describe('runs over MCP', () => {
  it('understanding succeeds and keeps nothing but the map', async () => {
    const project = runProject(
      {
        turns: [
          {
            steps: [
              { write: map, text: '## Next Topics\n- [x] Layout\n' },
              { write: 'src/main.txt', text: 'two\n' },
              { write: 'stray.txt', text: 'x' },
              { run: 'git add -A && git commit -qm sneaky' },
            ],
          },
        ],
      },
      {
        [map]: '## Next Topics\n- [ ] Layout\n',
        'scripts/ralph/understand_prompt.md': 'Read, then tick the topic.\n',
      },
    );
    const head = project.git('rev-parse', 'HEAD');
    const { answer, client } = await project.connect();
    const told: string[] = [];
    const result = await answer('ralph_understand', { wait_s: 20 }, (text) => told.push(text));

    expect(result).toMatchObject({
      status: 'complete',
      exit_code: 0,
      changed_files: [map],
      commits: [],
      gates: [],
      summary: expect.stringContaining('every topic is ticked'),
    });
    expect(project.read(map)).toContain('[x] Layout');
    expect(project.read('src/main.txt')).toBe('one\n');
    expect(project.has('stray.txt')).toBe(false);
    expect(project.git('rev-parse', 'HEAD')).toBe(head);
    // A client may drop news that arrives in one piece with the answer, which tells the end anyway.
    expect(told.join('\n')).toContain('Iteration 1 of 1 with demo');
    expect(project.read(String(result.log_path))).toContain('Run complete');
    const { contents } = await client.readResource({ uri: `ralph://runs/${result.run_id}` });
    expect(JSON.stringify(contents)).toContain('every topic is ticked');
    expect((await client.listPrompts()).prompts.map(({ name }) => name)).toEqual([
      'ralph_run_current',
      'ralph_init_scaffolding',
      'ralph_understand_loop',
    ]);
  });

  it('a run outlives its client; of two that ask at once one gets the run, the other its name', async () => {
    const project = runProject({
      turns: [
        {
          steps: [
            { write: 'started.txt', text: '' },
            { run: 'while [ ! -f .ralph/go ]; do sleep 0.05; done' },
            { write: 'made.txt', text: 'made' },
            { event: { kind: 'cost', usd: 0.25 } },
            { event: { kind: 'usage', input_tokens: 10, output_tokens: 5 } },
            done,
          ],
        },
      ],
    });
    const [one, other] = [await project.connect(), await project.connect()];
    const start = { name: 'ralph_run', arguments: { allow_edits: true } };
    const answers = await Promise.all([one, other].map(({ client }) => client.callTool(start)));
    const started = answers.find(({ isError }) => !isError)?.structuredContent;
    const refused = answers.find(({ isError }) => isError)?.structuredContent;
    const { run_id, status, exit_code, log_path } = Object(started);
    expect(['queued', 'running']).toContain(status);
    expect(exit_code).toBeNull();
    expect(log_path).toMatch(/^\.ralph\/logs\/\d{8}-\d{6}_ralph_run\.log$/);
    expect(refused).toMatchObject({
      code: 'conflict',
      message: `Run ${run_id} is under way in this root.`,
      hint: expect.stringContaining(`ralph runs cancel ${run_id}`),
    });
    await Promise.all([one.client.close(), other.client.close()]);
    await until('the agent works', () => project.has('started.txt'));

    const back = await project.connect();
    const before = await back.answer('ralph_run_status', { run_id });
    expect(before).toMatchObject({ status: 'running', phase: 'agent', questions: [] });
    project.write('.ralph/go', '');
    const after = await back.answer('ralph_run_status', { run_id, wait_s: 20 });
    expect(after).toMatchObject({
      run_id,
      status: 'complete',
      exit_code: 0,
      log_path,
      changed_files: ['made.txt', 'started.txt'],
      commits: [],
      gates: [{ name: 'test', ok: true, exit_code: 0 }],
      cost: 0.25,
      tokens: { input: 10, output: 5, total: 15 },
    });
    const later = await back.answer('ralph_run_status', { run_id, cursor: after.next_cursor });
    expect(later.events).toEqual([]);
  });

  it('a run changes nothing unless it may, and can be cancelled', async () => {
    const project = runProject({
      turns: [
        {
          steps: [{ write: 'src/main.txt', text: 'two\n' }, { run: 'touch .ralph/at; sleep 600' }],
        },
      ],
    });
    const { answer, refusal } = await project.connect();
    const { run_id } = await answer('ralph_run');
    await until('the agent works', () => project.has('.ralph/at'));
    const ended = await answer('ralph_run_cancel', { run_id });
    expect(ended).toMatchObject({ status: 'cancelled', exit_code: 130 });
    expect(project.read('src/main.txt')).toBe('one\n');
    expect(project.git('status', '--porcelain')).toBe('');
    expect(await refusal('ralph_run_cancel', { run_id })).toMatchObject({ code: 'conflict' });
    expect(await refusal('ralph_run_status', { run_id: 'run_none' })).toMatchObject({
      code: 'not_found',
    });
    expect(await refusal('ralph_run', { root: '/' })).toMatchObject({ code: 'not_allowed' });
    expect(await refusal('ralph_run', { allowed_paths: ['../x'] })).toMatchObject({
      code: 'invalid_argument',
    });
  });
});
