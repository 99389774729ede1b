import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { bundle } from '../../../../scripts/bundle.mjs';
import { runProgramFile } from '../../../../test/support/run-program.ts';
import { temporaryFolder, writeFiles } from '../../testing/temporary-folder.ts';

it('works from the bundle too, where its text has been through a minifier', async () => {
  const folder = temporaryFolder();
  writeFiles(folder, {
    'entry.ts': `
      import { adapters } from ${JSON.stringify(path.join(import.meta.dirname, '../adapters.ts'))};
      const intent = { scratch: '/s', mcpConfig: null, permission: 'edit', mcpTools: [], env: {} };
      process.stdout.write(adapters.demo.command(intent).files['demo-agent.cjs']);`,
    'script.json': JSON.stringify({
      turns: [{ steps: [{ write: 'made.txt', text: 'x' }, { run: 'exit 0' }, { say: 'done' }] }],
    }),
  });
  await bundle({ input: { entry: path.join(folder, 'entry.ts') }, outDir: folder });
  const { stdout } = await runProgramFile(path.join(folder, 'entry.cjs'), []);
  writeFiles(folder, { 'agent.cjs': stdout });

  const env = { PATH: process.env.PATH, RALPH_DEMO_SCRIPT: path.join(folder, 'script.json') };
  const ran = await runProgramFile(path.join(folder, 'agent.cjs'), [], { cwd: folder, env });
  expect(ran).toMatchObject({ code: 0, stderr: '' });
  expect(ran.stdout).toMatch(/done\n$/);
  expect(readFileSync(path.join(folder, 'made.txt'), 'utf8')).toBe('x');
});
