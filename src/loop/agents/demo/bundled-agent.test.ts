import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { bundle } from '../../../../scripts/bundle.mjs';
import { runProgramFile } from '../../../../test/support/run-program.ts';
import { temporaryFolder, writeFiles } from '../../testing/temporary-folder.ts';
import type { DemoScript } from './agent-program.ts';

/** The agent's program as the bundle has it. */
let agent = '';

beforeAll(async () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'ralph-demo-agent-'));
  writeFiles(folder, {
    'entry.ts': `
      import { adapters } from ${JSON.stringify(path.join(import.meta.dirname, '../adapters.ts'))};
      const intent = { scratch: '/s', mcpConfig: null, permission: 'edit', mcpTools: [], env: {} };
      process.stdout.write(adapters.demo.command(intent).files['demo-agent.cjs']);`,
  });
  await bundle({ input: { entry: path.join(folder, 'entry.ts') }, outDir: folder });
  agent = (await runProgramFile(path.join(folder, 'entry.cjs'), [])).stdout;
  rmSync(folder, { recursive: true });
});

/** One launch of the agent, and a look at the files it wrote. */
async function launch(script: DemoScript, prompt = '') {
  const folder = temporaryFolder({ 'agent.cjs': agent, 'script.json': JSON.stringify(script) });
  const env = { PATH: process.env.PATH, RALPH_DEMO_SCRIPT: path.join(folder, 'script.json') };
  const how = { cwd: folder, env, input: prompt };
  const ran = await runProgramFile(path.join(folder, 'agent.cjs'), [], how);
  return { ...ran, read: (file: string) => readFileSync(path.join(folder, file), 'utf8') };
}

it('works from the bundle too, where its text has been through a minifier', async () => {
  const ran = await launch({
    turns: [{ steps: [{ write: 'made.txt', text: 'x' }, { run: 'exit 0' }, { say: 'done' }] }],
  });
  expect(ran).toMatchObject({ code: 0, stderr: '' });
  expect(ran.stdout).toMatch(/done\n$/);
  expect(ran.read('made.txt')).toBe('x');
});

describe('what it reads', () => {
  const script: DemoScript = {
    turns: [
      {
        when: ['^Task (?<task>\\d+)', '^Note (?<note>.+)$'],
        steps: [{ say: '{{task}}: {{note}}' }],
      },
      { when: ['^Task '], steps: [{ say: 'no note' }] },
    ],
  };
  it.each([
    ['Go.\nTask 7\nNote "mind" \\ the gap\n', '7: "mind" \\ the gap\n'],
    ['Go.\nTask 7\n', 'no note\n'],
    ['Go.\n', ''],
  ])('decides on the turn: %j', async (prompt, said) => {
    expect(await launch(script, prompt)).toMatchObject({ code: 0, stdout: said });
  });

  it('is used in later steps, from the prompt and from an answer', async () => {
    const ran = await launch(
      {
        turns: [
          {
            steps: [
              { capture: '#(?<id>\\d+)', from: 'prompt' },
              { run: 'echo rate=19' },
              { capture: 'rate=(?<rate>\\d+)', from: 'answer' },
              { write: 'out-{{id}}.txt', text: '{{rate}} {{other}}' },
            ],
          },
        ],
      },
      'Do #12.',
    );
    expect(ran.read('out-12.txt')).toBe('19 {{other}}');
  });

  it('ends it when what it looks for is not there', async () => {
    const ran = await launch({
      turns: [{ steps: [{ capture: '#(?<id>\\d+)', from: 'prompt' }, { say: 'went on' }] }],
    });
    expect(ran.code).toBe(1);
    expect(ran.stdout).toContain('is not in the prompt');
    expect(ran.stdout).not.toContain('went on');
  });
});
