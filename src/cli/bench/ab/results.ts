import { readFile, truncate } from 'node:fs/promises';
import path from 'node:path';
import { z } from 'zod';
import { UserError } from '../../../base/errors.ts';
import { errorCode } from '../../../base/file-errors.ts';
import { appendDurably } from '../../../base/files.ts';
import { jsonOrNothing } from '../../../base/json.ts';
import { complexities } from './tasks/task.ts';

const count = z.int().min(0);

const headerSchema = z.strictObject({
  ralph_ab: z.literal(1),
  fingerprint: z.string(),
  seed: z.int(),
  agent: z.string(),
  max_iterations: count,
  version: z.string(),
});
export type ResultsHeader = z.output<typeof headerSchema>;

/** What one trial came to. */
const trialRecordSchema = z.strictObject({
  task: z.string(),
  task_fingerprint: z.string(),
  complexity: z.enum(complexities),
  run: z.int().min(1),
  variant: z.enum(['baseline', 'context']),
  /** `cut_off` is a trial that the budget of the benchmark ended: it says nothing about the variant. */
  outcome: z.enum(['complete', 'unfinished', 'cut_off']),
  iterations: count,
  reason: z.string().nullable(),
  spend: z.strictObject({
    input_tokens: count,
    output_tokens: count,
    cost_usd: z.number().nullable(),
  }),
  seconds: z.number(),
  prompt_tokens: z.array(count),
  /** Tokens of the agent's launches, one by one. */
  launch_tokens: z.array(count),
  injected: count,
  cited: count,
  retrieved_items: count,
  helpful_items: count,
  errors_seen: count,
  errors_recovered: count,
  /** Iterations from the first sight of each recovered error to its end. */
  recovery_iterations: z.array(count),
});
export type TrialRecord = z.output<typeof trialRecordSchema>;

export interface Results {
  readonly records: readonly TrialRecord[];
  append(record: TrialRecord): Promise<void>;
}

const resultsFile = 'results.jsonl';

/**
 * The results in a folder, which may be from an earlier start of the same benchmark. A last line that was cut off
 * when the process was killed is dropped: its trial is run again.
 */
export async function openResults(
  folder: string,
  header: ResultsHeader,
  tasks: ReadonlyMap<string, string>,
): Promise<Results> {
  const file = path.join(folder, resultsFile);
  const known = await readWholeLines(file);
  if (known.length === 0) await appendDurably(file, `${JSON.stringify(header)}\n`);
  else refuseOther(file, known[0] ?? '', header);
  const records = known.slice(1).map((line, at) => readRecord(file, line, at + 2));
  for (const { task, task_fingerprint } of records) {
    const expected = tasks.get(task);
    if (expected !== undefined && expected !== task_fingerprint) {
      throw new UserError(`${file} has results of another task called "${task}".`, {
        hint: 'Choose another folder with --out, or remove this one.',
      });
    }
  }
  return {
    records,
    async append(record) {
      await appendDurably(file, `${JSON.stringify(record)}\n`);
      records.push(record);
    },
  };
}

async function readWholeLines(file: string): Promise<string[]> {
  let text: string;
  try {
    text = await readFile(file, 'utf8');
  } catch (thrown) {
    if (errorCode(thrown) === 'ENOENT') return [];
    throw thrown;
  }
  const whole = text.slice(0, text.lastIndexOf('\n') + 1);
  if (whole.length < text.length) await truncate(file, Buffer.byteLength(whole));
  return whole.split('\n').filter((line) => line !== '');
}

function refuseOther(file: string, line: string, header: ResultsHeader): void {
  const found = headerSchema.safeParse(jsonOrNothing(line));
  if (!found.success) {
    throw new UserError(`${file} is not a file of results.`, {
      hint: 'Choose another folder with --out.',
    });
  }
  if (found.data.fingerprint === header.fingerprint) return;
  const { agent, seed, max_iterations } = found.data;
  throw new UserError(
    `${file} has results of another configuration (agent ${agent}, seed ${seed}, at most ${max_iterations} iterations).`,
    { hint: 'Choose another folder with --out, or go on with the configuration that it is from.' },
  );
}

function readRecord(file: string, line: string, at: number): TrialRecord {
  const record = trialRecordSchema.safeParse(jsonOrNothing(line));
  if (record.success) return record.data;
  throw new UserError(`${file}:${at} is not a result: ${record.error.issues[0]?.message ?? ''}`, {
    hint: 'Remove this line: its trial is then run again.',
  });
}
