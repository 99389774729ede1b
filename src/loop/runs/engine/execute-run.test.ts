import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { promise } from '../rules/promise.ts';
import { sampleRun } from '../testing/run-in.ts';

describe('a run', () => {
  it('goes on until the agent promises completion with every gate green', async () => {
    const run = await sampleRun({
      turns: [
        { until_exists: 'one.txt', steps: [{ write: 'one.txt', text: '1' }, { say: promise }] },
        { steps: [{ write: 'two.txt', text: '2' }, { say: promise }] },
      ],
      options: {
        gates: [{ name: 'two', run: 'echo looked; test -f two.txt', baseline: 'strict' }],
      },
    });
    const ended = await run.execute();
    expect(ended).toMatchObject({ status: 'complete', exit_code: 0, phase: null });
    const iterations = await run.store.iterations(run.id);
    expect(iterations).toMatchObject([
      { status: 'accepted', changed_files: ['one.txt'], agent_ended: 'exited' },
      { status: 'accepted', changed_files: ['two.txt'], judgement: { green: true } },
    ]);
    expect(iterations[0]?.verdict).toContain(
      'promised completion, but two failed with exit code 1',
    );
    expect(run.asked[1]?.last_outputs).toMatchObject([{ gate: 'two', text: 'looked\n' }]);
    expect(readFileSync(path.join(run.root, ended.log_path), 'utf8')).toContain('looked');
    const seqs = (await run.store.events(run.id, { after: 0, limit: 999 })).map(({ seq }) => seq);
    expect(seqs).toEqual(seqs.map((_, at) => at + 1));
  });
});
