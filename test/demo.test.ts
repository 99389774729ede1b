import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { z } from 'zod';
import { createApp } from '../src/app/create-app.ts';
import { createLogger } from '../src/base/logger.ts';
import { type Evidence, gatherEvidence } from '../src/cli/demo/evidence.ts';
import { findingsOf, stepNames } from '../src/cli/demo/findings.ts';
import { createNarrator } from '../src/cli/demo/narrator.ts';
import { createTelling } from '../src/cli/demo/telling.ts';
import { readEvents } from '../src/cli/run/read-events.ts';
import { styleFor } from '../src/cli/terminal/style.ts';
import { runStore } from '../src/loop/runs/store/run-store.ts';
import { builtProgram, ralph, startProgram } from './support/run-program.ts';
import { scratchFolder } from './support/scratch-folder.ts';

/** Nothing but what a newcomer has: an empty home, an empty folder for temporary files. */
function newcomer() {
  const [home, temporary] = [scratchFolder(), scratchFolder()];
  return { home, temporary, env: { PATH: process.env.PATH, HOME: home, TMPDIR: temporary } };
}

const accountSchema = z.strictObject({
  ok: z.boolean(),
  run_id: z.string(),
  status: z.string(),
  reason: z.string(),
  iterations: z.int(),
  duration_ms: z.int(),
  folder: z.string().nullable(),
  steps: z.array(
    z.strictObject({
      step: z.enum(stepNames),
      ok: z.boolean(),
      what: z.string(),
      look_at: z.string().nullable(),
    }),
  ),
  warnings: z.array(z.string()),
  next: z.array(z.strictObject({ command: z.string(), does: z.string() })),
});

describe('a demo that is kept', () => {
  const { env, temporary } = newcomer();
  let account: z.output<typeof accountSchema>;
  let root = '';

  beforeAll(async () => {
    const { code, stdout, stderr } = await ralph(['demo', '--keep', '--json'], { env });
    expect({ code, stderr }, stdout).toEqual({ code: 0, stderr: '' });
    account = accountSchema.parse(JSON.parse(stdout));
    root = account.folder ?? '';
  }, 300_000);

  /** The kept project, opened here. */
  function kept() {
    const logger = createLogger({ level: 'error', format: 'text', write: () => {} });
    const app = createApp({ roots: [root], env, logger });
    onTestFinished(() => app.close());
    return app;
  }

  it('gives an account in which every promised step was seen', () => {
    expect(account).toMatchObject({ ok: true, status: 'complete' });
    expect(account.iterations).toBeGreaterThanOrEqual(4);
    expect(account.iterations).toBeLessThanOrEqual(6);
    expect(account.steps.map(({ step, ok }) => [step, ok])).toEqual(
      stepNames.map((step) => [step, true]),
    );
    expect(account.next.map(({ command }) => command)).toContain('ralph run --tasks');
  });

  it('lies in one folder of its own, with the program mended and its tests green', () => {
    expect(readdirSync(temporary)).toEqual([path.basename(path.dirname(root))]);
    expect(readFileSync(path.join(root, 'src/till.js'), 'utf8')).toContain('Math.round');
    expect(readFileSync(path.join(root, 'src/vat.js'), 'utf8')).toContain('vatPercent = 19;');
  });

  it('can be looked at with the commands that it names, and others', async () => {
    const shown: Readonly<Record<(typeof stepNames)[number], RegExp>> = {
      false_claim_refused: /^verdict .*test/m,
      read_refused: /list_tasks/,
      error_stored: /half a cent/,
      error_recalled: /ctx_/,
      question_answered: /Germany \(DE\)/,
      task_split: /skipped/,
      tool_found_and_called: /finance\/vat_rate/,
      proof: /every gate is green/,
    };
    const look = async (command: string) => {
      const words = command.split(' ').slice(1);
      const { code, stdout, stderr } = await ralph(words, { cwd: root, env });
      expect(code, `${command}: ${stderr}`).toBe(0);
      return stdout;
    };
    for (const { step, look_at } of account.steps) {
      expect(await look(look_at ?? ''), step).toMatch(shown[step]);
    }
    expect(await look('ralph task list')).toMatch(/#5 +done/);
    expect(await look('ralph context search half a cent')).toContain('[ERROR]');
    expect(await look('ralph catalog search VAT rate')).toContain('finance/vat_rate');
  }, 120_000);

  it('was told from its events and rows: told again, they give the same lines', async () => {
    const app = kept();
    const lines: string[] = [];
    const output = { isTerminal: false, width: 120 };
    const style = styleFor({ output: { ...output, line() {}, json() {}, error() {} }, env: {} });
    const telling = createTelling(style, (line) => lines.push(line));
    const narrator = createNarrator(app, telling, account.run_id);
    const store = runStore(await app.database());
    for (const event of await readEvents(store, account.run_id)) narrator.event(event);
    await narrator.settled();
    const all = lines.join('\n').replace(/ctx_\w+/g, 'ctx_ID');
    expect(all).toMatch(/\nIteration 2 .*\n.*plan .*\n +memory .* what failed, ctx_ID\n/);
    const told = all
      // What else fits a prompt is a close call, and up to the model, which a machine may not have.
      .replace(/^ +memory +\d+ notes? in the prompt.*\n/gm, '')
      .replace(/[\d.]+k? tokens/g, 'N tokens')
      .replace(/\d+ of \d+ tools/g, 'N of M tools');
    expect(told).toMatchSnapshot();
  });

  it('would not pass without any one of its steps', async () => {
    const evidence = await gatherEvidence(kept(), account.run_id);
    const without = (tool: string) => ({
      calls: evidence.calls.filter((call) => call.tool !== tool),
    });
    const spoiled: Readonly<Record<(typeof stepNames)[number], Partial<Evidence>[]>> = {
      false_claim_refused: [{ reopened: new Map() }, without('complete_task')],
      read_refused: [without('list_tasks')],
      error_stored: [{ errors: [] }],
      error_recalled: [{ prompts: new Map() }, without('mark_useful')],
      question_answered: [{ answered: [] }, { prompts: new Map() }],
      task_split: [{ tasks: evidence.tasks.filter(({ superseded_by: [part] }) => !part) }],
      tool_found_and_called: [
        without('catalog_search'),
        without('catalog_schema'),
        without('catalog_call'),
        { downstreamCalls: new Map() },
      ],
      proof: [
        { run: { ...evidence.run, status: 'stopped' } },
        { run: { ...evidence.run, baseline: [] } },
      ],
    };
    for (const step of stepNames) {
      for (const missing of spoiled[step]) {
        const finding = findingsOf({ ...evidence, ...missing }).find((one) => one.step === step);
        expect(finding, JSON.stringify(Object.keys(missing))).toMatchObject({ step, ok: false });
      }
    }
  });
});

it('a demo that is interrupted leaves nothing behind, neither files nor processes', async () => {
  const { env, home, temporary } = newcomer();
  const { child, finished } = startProgram(builtProgram, ['demo'], { env });
  let told = '';
  child.stdout.on('data', (text: string) => {
    told += text;
  });
  await expect.poll(() => told, { timeout: 120_000, interval: 20 }).toContain('writes src/till.js');
  child.kill('SIGINT');
  expect(await finished).toMatchObject({ code: 130, stderr: 'error: Cancelled.\n' });
  expect(readdirSync(temporary)).toEqual([]);
  expect(readdirSync(home)).toEqual([]);
  expect(processesNaming(temporary)).toEqual([]);
  // A pipe gets no colour.
  expect(told).not.toContain('\u001b[');
}, 180_000);

/** Of this user, by their environment; elsewhere than on Linux nobody can tell. */
function processesNaming(text: string): string[] {
  if (process.platform !== 'linux') return [];
  return readdirSync('/proc').filter((name) => {
    try {
      return /^\d+$/.test(name) && readFileSync(`/proc/${name}/environ`, 'latin1').includes(text);
    } catch {
      return false;
    }
  });
}
