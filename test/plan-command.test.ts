import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import type { DemoStep } from '../src/loop/agents/demo/agent-program.ts';
import { contentsOf } from '../src/loop/testing/temporary-folder.ts';
import { until } from './support/mcp-connections.ts';
import { builtProgram } from './support/run-program.ts';
import { type RunProject, runProject } from './support/run-project.ts';

const feature = {
  call: 'create_feature',
  arguments: { name: 'auth', display_name: 'Authentication', description: 'Who is who.' },
};
const discipline = {
  call: 'create_discipline',
  arguments: { name: 'backend', display_name: 'Backend', icon: 'server', color: '#333' },
};
const task = (title: string, more: object = {}): DemoStep => ({
  call: 'create_task',
  arguments: { feature: 'auth', discipline: 'backend', title, ...more },
});
const twoTasks = [
  feature,
  discipline,
  task('Add the form'),
  task('Store sessions', { acceptance_criteria: ['npm test passes'], priority: 'high' }),
  task('Keep people signed in', { depends_on: [1, 2], description: 'For a week.' }),
];
const planned = (steps: readonly DemoStep[]) => runProject({ turns: [{ steps }] });

const proposals = ({ root }: RunProject) =>
  existsSync(path.join(root, '.ralph/proposals'))
    ? readdirSync(path.join(root, '.ralph/proposals'))
    : [];
const tasksOf = async (project: RunProject) =>
  JSON.parse((await project.ralph('task', 'list', '--json')).stdout).tasks;
/** All that is the user's: Ralph's own folder keeps sessions and proposals. */
const usersFiles = ({ root }: RunProject) =>
  Object.fromEntries(
    Object.entries(contentsOf(root)).filter(([name]) => !/^\.(ralph|git)\//.test(name)),
  );

describe('ralph plan', () => {
  it('shows what the agent wrote down, changes nothing, and takes it when it is accepted', async () => {
    const project = planned([
      ...twoTasks,
      { call: 'delete_task', arguments: { id: 1 } },
      { write: 'src/main.txt', text: 'two\n' },
      { run: 'git add -A && git commit -qm sneaky' },
      { save_prompt: '.ralph/prompt-seen' },
      { event: { kind: 'cost', usd: 0.02 } },
      { say: 'Three tasks. I assumed cookies.' },
    ]);
    const before = usersFiles(project);
    const head = project.git('rev-parse', 'HEAD');
    const { code, stdout, stderr } = await project.ralph('plan', 'People can sign in');
    expect({ code, stderr }).toEqual({
      code: 0,
      stderr: expect.stringContaining('delete_task failed'),
    });
    expect(stdout).toContain('1 new feature, 1 new discipline, 3 tasks.');
    expect(stdout).toContain('Three tasks. I assumed cookies.');
    expect(stdout).toMatch(
      /3\. Keep people signed in\n +medium, backend, after 2, 1\n +For a week/,
    );
    expect(stdout).toContain('these were taken back: src/main.txt');
    expect(stdout).toMatch(
      /Nothing was changed\. To accept it: ralph plan --accept prop_\w+ --yes/,
    );
    expect(project.read('.ralph/prompt-seen')).toContain('People can sign in');
    expect(usersFiles(project)).toEqual(before);
    expect(project.git('rev-parse', 'HEAD')).toBe(head);
    expect(await tasksOf(project)).toEqual([]);
    expect(proposals(project)).toEqual([expect.stringMatching(/^prop_\w+\.json$/)]);
    expect((await project.ralph('status')).stdout).toContain('ralph plan --accept');

    // The project goes on meanwhile, so that the numbers of the copy are taken.
    await project.ralph('feature', 'add', 'shop', '--display-name', 'Shop');
    await project.ralph('discipline', 'add', 'web', '--display-name', 'Web');
    await project.ralph('task', 'add', 'Sell tea', '--feature', 'shop', '--discipline', 'web');
    const accepted = await project.ralph('plan', '--accept', '--yes', '--json');
    expect(JSON.parse(accepted.stdout)).toMatchObject({
      status: 'accepted',
      accepted: { features: ['auth'], disciplines: ['backend'], tasks: [2, 3, 4], notes: [] },
    });
    expect((await project.ralph('status')).stdout).not.toContain('ralph plan --accept');
    const shown = JSON.parse((await project.ralph('task', 'show', '4', '--json')).stdout).task;
    expect(shown).toMatchObject({ status: 'pending', provenance: 'agent', depends_on: [2, 3] });
    const { task: first } = JSON.parse((await project.ralph('task', 'show', '2', '--json')).stdout);
    expect(first).toMatchObject({
      title: 'Store sessions',
      acceptance_criteria: ['npm test passes'],
    });

    const again = await project.ralph(
      'plan',
      '--accept',
      proposals(project)[0]?.slice(0, -5) ?? '',
    );
    expect(again).toMatchObject({ code: 1, stderr: expect.stringContaining('accepted already') });
  });

  it.skipIf(!existsSync('/usr/bin/script'))(
    'asks on a terminal, and No is the answer of whoever just presses Enter',
    async () => {
      const project = planned(twoTasks);
      const answer = (keys: string, args: string) =>
        execFileSync(
          'script',
          [
            '-qec',
            `stty cols 100; "${process.execPath}" "${builtProgram}" ${args}; echo "exit $?"`,
            '/dev/null',
          ],
          { cwd: project.root, env: project.env, input: keys, encoding: 'utf8' },
        );
      const no = answer('\n', 'plan "People can sign in"');
      expect(no).toContain('Add 1 new feature, 1 new discipline, 3 tasks to the project? [y/N]');
      expect(no).toMatch(/Nothing was changed\. It is kept: .*exit 130/s);
      expect(await tasksOf(project)).toEqual([]);
      const id = proposals(project)[0]?.slice(0, -5);
      expect(answer('y\n', `plan --accept ${id}`)).toMatch(/Added 1 feature.*exit 0/s);
      expect(await tasksOf(project)).toHaveLength(3);
    },
  );

  it('makes a PRD that a run takes, and replaces none that has stories', async () => {
    const project = planned(twoTasks);
    const file = 'scripts/ralph/prd.json';
    const made = await project.ralph('plan', 'People can sign in', '--prd', '--yes');
    expect(made.stdout).toContain(`Wrote ${file}.`);
    const prd = JSON.parse(project.read(file));
    expect(prd.branchName).toBe('ralph/auth');
    expect(
      prd.userStories.map((story: object) =>
        Object.values(story).filter((value) => !Array.isArray(value)),
      ),
    ).toEqual([
      ['US-001', 'Store sessions', 1, false, ''],
      ['US-002', 'Add the form', 2, false, ''],
      ['US-003', 'Keep people signed in', 3, false, 'For a week.'],
    ]);
    expect(await tasksOf(project)).toEqual([]);
    const dry = await project.ralph('run', '--dry-run', '--json');
    expect(JSON.parse(dry.stdout)).toMatchObject({
      options: { mode: 'prd' },
      task: { id: 'US-001' },
    });

    const refused = await project.ralph('plan', 'More', '--prd', '--yes');
    expect(refused).toMatchObject({
      code: 1,
      stderr: expect.stringContaining(`${file} holds 3 stories.`),
    });
    expect(refused.stderr).toContain('--force');
    expect(JSON.parse(project.read(file))).toEqual(prd);
    const replaced = await project.ralph('plan', '--accept', '--yes', '--force');
    expect(replaced.stdout).toMatch(/the old one is now scripts\/ralph\/prd\.json\.\S+\.bak/);
  });

  it('takes the answer of a command that cannot call tools', async () => {
    const project = planned([]);
    const list = `cat >/dev/null; printf '%s\\n' 'Here it is.' '<plan>' '## Sign in {#auth}' '' '- [ ] Store sessions {#P-1}' '  - [ ] npm test passes' '- [ ] Add the form {#P-2}' '  - depends on: P-1' '</plan>'`;
    const { code, stdout } = await project.ralph(
      'plan',
      'Sign in',
      '--agent-cmd',
      list,
      '--yes',
      '--json',
    );
    expect(code).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({
      agent: 'custom',
      accepted: { features: ['auth'], disciplines: ['general'], tasks: [1, 2] },
      tasks: [{ acceptance_criteria: ['npm test passes'] }, { depends_on: [1] }],
    });

    const silent = await project.ralph(
      'plan',
      'Sign in',
      '--agent-cmd',
      'cat >/dev/null; echo Hello',
    );
    expect(silent.code).toBe(1);
    expect(silent.stderr).toContain('custom wrote nothing down. Its last words: Hello');
    expect(silent.stderr).toContain('RALPH_MCP_CONFIG');
    const circle = list
      .replace('## Sign in {#auth}', '## Sign out {#out}')
      .replace("'- [ ] Add", "'  - depends on: P-2' '- [ ] Add");
    const unusable = await project.ralph('plan', 'Sign out', '--agent-cmd', circle);
    expect(unusable.code).toBe(1);
    expect(unusable.stderr).toMatch(/the agent's plan cannot be imported.*\n.*circle of 2 tasks/);
    expect(unusable.stderr).toContain('Ask again, or save the list above');
    const broken = await project.ralph('plan', 'Sign in', '--agent-cmd', 'echo no key >&2; exit 3');
    expect(broken).toMatchObject({
      code: 1,
      stderr: expect.stringMatching(/custom made no plan.*no key/s),
    });
    const late = await project.ralph(
      'plan',
      'x',
      '--agent-cmd',
      'sleep 600',
      '--max-minutes',
      '0.01',
    );
    expect(late).toMatchObject({ code: 1, stderr: expect.stringContaining('it ran out of time') });
    const unpriced = await project.ralph('plan', 'x', '--agent-cmd', 'cat', '--max-cost', '1');
    expect(unpriced).toMatchObject({ code: 2, stderr: expect.stringContaining('reports no cost') });
  });

  it('leaves nothing half-way when it is interrupted or killed', async () => {
    const project = planned([
      ...twoTasks,
      { run: 'echo edited > src/main.txt; touch .ralph/at; sleep 600' },
    ]);
    const interrupted = project.start('plan', 'People can sign in');
    await until('the agent works', () => project.has('.ralph/at'));
    interrupted.child.kill('SIGINT');
    expect(await interrupted.finished).toMatchObject({
      code: 130,
      stderr: expect.stringContaining('these were taken back: src/main.txt'),
    });
    expect(project.read('src/main.txt')).toBe('one\n');
    expect(await tasksOf(project)).toEqual([]);
    expect(proposals(project)).toEqual([]);

    project.git('clean', '-fdxq', '.ralph/at');
    const killed = project.start('plan', 'People can sign in');
    await until('the agent works again', () => project.has('.ralph/at'));
    killed.child.kill('SIGKILL');
    await killed.finished;
    expect(await tasksOf(project)).toEqual([]);
    const next = await project.ralph('plan', 'Less', '--agent-cmd', 'echo nothing');
    expect(next.stderr).toContain('was broken off; nothing of it is in the project');
    expect(next.stderr).toContain('src/main.txt');
    expect(proposals(project)).toEqual([]);
  });

  it('says what is wrong with how it was called, and starts nothing', async () => {
    const project = planned([]);
    const refusal = async (...args: string[]) => {
      const { code, stderr } = await project.ralph('plan', ...args);
      return `${code}: ${stderr.trim().replaceAll('\n', ' ')}`;
    };
    expect(await refusal()).toMatch(/^2: .*There is no brief\./);
    expect(await refusal(' ')).toMatch(/^2: .*The brief is empty\./);
    expect(await refusal('words', '--file', 'x.md')).toMatch(/^2: .*given twice/);
    expect(await refusal('--file', 'none.md')).toMatch(/^2: .*could not be read/);
    expect(await refusal('words', '--list')).toMatch(/^2: .*takes no brief/);
    expect(await refusal('--accept')).toMatch(/^1: .*No proposal waits/);
    expect(await refusal('--accept', 'prop_none')).toMatch(
      /^1: .*There is no proposal "prop_none"/,
    );
    expect(await refusal('word '.repeat(20_000))).toMatch(/too long for one prompt/);
    const dry = await project.ralph('plan', 'People can sign in', '--dry-run', '--json');
    expect(JSON.parse(dry.stdout)).toMatchObject({
      dry_run: true,
      tools: expect.arrayContaining(['create_task']),
      prompt: expect.stringMatching(/People can sign in[\s\S]*## How to plan/),
    });
  });
});
