import { expect, it } from 'vitest';
import { builtProgram } from '../support/run-program.ts';
import { runProject } from '../support/run-project.ts';

it('an agent does nothing from its shell that is for people, with or without the mark of its launch', async () => {
  const ralph = `"${process.execPath}" "${builtProgram}"`;
  const project = runProject({
    turns: [
      {
        steps: [
          { run: `${ralph} feature add other --display-name Other > said.txt 2>&1 || true` },
          { run: `env -u RALPH_LAUNCH ${ralph} runs approve latest >> said.txt 2>&1 || true` },
          { run: `${ralph} task list >> said.txt 2>&1` },
        ],
      },
    ],
  });
  await project.ralph('feature', 'add', 'cart', '--display-name', 'Cart');
  await project.ralph('run', '1');

  const said = project.read('said.txt');
  expect(said.match(/An agent in a run may not do this from its shell/g)).toHaveLength(2);
  expect(said).toContain('No tasks');
  const features = await project.ralph('feature', 'list', '--json');
  expect(features.stdout).toContain('cart');
  expect(features.stdout).not.toContain('other');
});
