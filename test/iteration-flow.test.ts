import { rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { byWords, failure, flowProject, promise } from './support/flow-project.ts';
import type { RunProject } from './support/run-project.ts';

const contextSchema = z.object({
  run_id: z.string(),
  iterations: z.array(
    z.object({
      number: z.number(),
      status: z.string(),
      context: z
        .object({
          injected: z.array(
            z.object({
              id: z.string(),
              from: z.string(),
              content_type: z.string(),
              score: z.number().nullable(),
              factors: z.record(z.string(), z.number().nullable()).nullable(),
              tokens: z.number(),
              text: z.string(),
              cited: z.boolean(),
            }),
          ),
          held_out: z.array(z.object({ id: z.string() })),
          told: z.array(
            z.object({ id: z.string(), tokens: z.number(), text: z.string(), cited: z.boolean() }),
          ),
          tokens: z.number(),
          stored: z
            .object({
              id: z.string().nullable(),
              errors: z.array(z.string()),
              fixed: z.array(z.string()),
            })
            .nullable(),
        })
        .nullable(),
    }),
  ),
});

async function shown(project: RunProject, iteration: number) {
  const { stdout, stderr } = await project.ralph(
    'runs',
    'show',
    '--iteration',
    `${iteration}`,
    '--json',
  );
  if (stdout === '') throw new Error(stderr);
  const [attempt] = contextSchema.parse(JSON.parse(stdout)).iterations;
  if (!attempt?.context) throw new Error('it says nothing of its context');
  return attempt.context;
}

async function searched(project: RunProject, query: string) {
  const { stdout } = await project.ralph('context', 'search', query, '--json');
  const found = z.object({
    items: z.array(
      z.object({ content_type: z.string(), content: z.string(), fix: z.string().nullable() }),
    ),
  });
  return found.parse(JSON.parse(stdout)).items;
}

describe('a run with a memory', () => {
  it('tells the second iteration the error of the first, and what mended it to those after', async () => {
    const project = flowProject();
    const { code, stdout } = await project.ralph('run', '3', '--ui', 'plain');
    expect(code, stdout).toBe(0);
    const first = project.read('.ralph/first.md');
    expect(first).toMatch(/^Make the basket add up its total\.\n/);
    expect(first).not.toContain('### [');
    const second = project.read('.ralph/second.md');
    expect(second).toContain('## Relevant Context from Previous Iterations');
    expect(second).toMatch(/### \[ITERATION\] ctx_\w+\n<quoted from=[^>]*>\n\| Iteration 1 /);

    const { injected, told, stored } = await shown(project, 2);
    for (const { text } of injected) expect(second).toContain(text);
    expect(injected.find(({ content_type }) => content_type === 'iteration')).toMatchObject({
      score: expect.any(Number),
      factors: { recency: expect.any(Number), usefulness: 0.5, bm25: expect.any(Number) },
    });
    // The error stands once, under its id, where the prompt tells what failed.
    const [kept = ''] = (await shown(project, 1)).stored?.errors ?? [];
    expect(second).toContain(
      `### [ERROR] ${kept}\n<quoted from="a gate: test printed">\n| ${failure}\n`,
    );
    expect(second.match(/^### \[ERROR\]/gm)).toHaveLength(1);
    const text = told[0]?.text ?? '';
    expect(told).toEqual([{ id: kept, tokens: expect.any(Number), text, cited: false }]);
    expect(second).toContain(text);
    expect(text).toContain(failure);
    expect((await project.ralph('runs', 'show', '--iteration', '2')).stdout).toMatch(
      new RegExp(`${kept}\\s+error\\s+\\d+\\s+by the run`),
    );
    expect(stored?.fixed).toEqual([kept]);
    const [error] = await searched(project, failure);
    expect(error).toMatchObject({ content_type: 'error' });
    expect(error?.fix).toContain('I gave the basket a total');
    const failed = await searched(project, 'catalog_call failed');
    expect(failed.map(({ content }) => content).join('\n')).toContain('catalog_call failed: ');
    expect(failed.map(({ content }) => content).join('\n')).not.toContain(
      'get_relevant_context failed',
    );
  });
});

it('asks the memory in the first iteration with what was red before the run', async () => {
  const project = flowProject();
  project.write('broken.txt', 'x\n');
  const note = 'A TypeError, something is not a function: delete broken.txt.';
  await project.ralph('context', 'add', note, '--type', 'skill');
  const { code, stdout } = await project.ralph('run', '1', '--ui', 'plain');
  expect(code, stdout).toBe(0);
  expect(project.read('.ralph/second.md')).toContain(`| ${note}`);
});

describe('what was red before the run', () => {
  it('is kept with what mended it in the first iteration', async () => {
    const project = flowProject();
    project.write('broken.txt', 'x\n');
    const { code, stdout } = await project.ralph('run', '1', '--ui', 'plain');
    expect(code, stdout).toBe(0);
    const [error] = await searched(project, failure);
    expect(error).toMatchObject({ content_type: 'error' });
    expect(error?.fix).toContain('I gave the basket a total');
    expect((await shown(project, 1)).stored?.fixed).toEqual([expect.stringMatching(/^ctx_/)]);
  });

  it('is the error that an earlier run left open, and its fix is that of this run', async () => {
    const project = flowProject();
    expect((await project.ralph('run', '1', '--ui', 'plain')).code).toBe(1);
    const [left] = (await shown(project, 1)).stored?.errors ?? [];
    const [open] = await searched(project, failure);
    expect(open).toMatchObject({ content_type: 'error', fix: null });
    const { code, stdout } = await project.ralph('run', '1', '--ui', 'plain');
    expect(code, stdout).toBe(0);
    expect((await shown(project, 1)).stored?.fixed).toEqual([left]);
    const [fixed] = await searched(project, failure);
    expect(fixed?.fix).toContain('I gave the basket a total');
  });
});

/** Mends what it broke; asked to look back, it has learnt something. Names the skill that it was told, if any. */
const learningAgent = `cat > "$HOME/prompt.txt"
if grep -q ralph-reflection "$HOME/prompt.txt"; then
  echo 'This is what I learnt:'
  echo '{"reasoning": "the gate", "operations": ['
  echo '{"type": "ADD", "section": "testing", "content": "Sum the basket before you show it."}]}'
  echo '@@RALPH@@ {"kind": "usage", "input_tokens": 700, "output_tokens": 70}'
elif test -f broken.txt; then
  rm broken.txt
  cp "$HOME/prompt.txt" .ralph/second.md
  echo "Done as [testing-00001] says."
  echo '${promise}'
else
  echo x > broken.txt
fi
`;

it('reflects through the agent: its operations are in the book, its price is spent by the run', async () => {
  const learning = byWords.replace('{ ', '{ reflect_every: 1, ');
  const project = flowProject(learning);
  const file = path.join(project.env.HOME ?? '', 'agent.sh');
  writeFileSync(file, learningAgent);
  // Its command is known by the flag alone, also to what plans the sessions.
  const config = project.read('ralph.yaml');
  project.write('ralph.yaml', config.replace('default: demo', 'default: custom'));
  const { code, stdout } = await project.ralph('run', '4', '--agent-cmd', `sh ${file}`);
  expect(code, stdout).toBe(0);
  project.write('ralph.yaml', config);
  expect(stdout).toContain('Looked back: 1 of 1 change to the skillbook made');
  expect(JSON.parse(project.read('.agent/skillbook/skillbook.json'))).toMatchObject({
    skills: { 'testing-00001': { content: 'Sum the basket before you show it.' } },
  });
  const second = project.read('.ralph/second.md');
  expect(second).toContain('## Skillbook');
  expect(second.match(/Sum the basket/g)).toHaveLength(1);
  expect((await shown(project, 2)).injected).toContainEqual(
    expect.objectContaining({ id: 'testing-00001', from: 'skillbook', cited: true }),
  );
  const { result } = z
    .object({ result: z.object({ tokens: z.object({ total: z.number() }) }) })
    .parse(JSON.parse((await project.ralph('runs', 'show', '--json')).stdout));
  expect(result.tokens.total).toBe(2 * 770);
});

describe('a memory that is no help', () => {
  it('tells it later what it could not take', async () => {
    const project = flowProject(byWords, [{ steps: [{ say: 'I can do nothing.' }] }]);
    const stall = 'budgets: { stall: 1 }\n';
    project.write('ralph.yaml', `${project.read('ralph.yaml')}${stall}`);
    writeFileSync(path.join(project.root, '.agent'), 'in the way');
    await project.ralph('run', '--ui', 'plain');
    rmSync(path.join(project.root, '.agent'));
    await project.ralph('runs', 'resume', 'latest');
    const history = await project.ralph('tool', 'call', 'get_iteration_history');
    expect(history.stdout).toContain('Iteration 1 did not succeed');
  });

  it('is told by the next run what it could not take in the last one, once', async () => {
    const project = flowProject();
    writeFileSync(path.join(project.root, '.agent'), 'in the way');
    await project.ralph('run', '1', '--ui', 'plain');
    rmSync(path.join(project.root, '.agent'));
    expect((await project.ralph('run', '1', '--ui', 'plain')).code).toBe(0);
    expect(project.read('.ralph/second.md')).toContain(`| ${failure}`);
    const { stdout } = await project.ralph('context', 'export');
    expect(stdout.match(/"content":"Iteration 1 did not succeed/g)).toHaveLength(1);
  });

  it('off: a session has none of its tools, and nothing of it is made', async () => {
    const project = flowProject('{ enabled: false }');
    const { stdout } = await project.ralph('run', '--dry-run', '--json');
    expect(JSON.parse(stdout)).toMatchObject({ tools: [] });
    expect((await project.ralph('run', '3')).code).toBe(0);
    expect(project.has('.agent')).toBe(false);
  });
});
