import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { uiConfig } from '../../loop/reporting-config.ts';
import { sampleEvents } from '../../loop/runs/testing/sample-run.ts';
import { capturedOutput } from '../testing/captured-output.ts';
import { createRunView, type UiSettings } from './run-view.ts';
import { smallTerminal } from './testing/small-terminal.ts';

const settings = (over: Partial<UiSettings> = {}): UiSettings => ({
  ...uiConfig.parse({}),
  ...over,
});
const env = {};

function plain(over: Partial<UiSettings> = {}, json = false) {
  const { output, stdout } = capturedOutput();
  const view = createRunView({ output, env, json, ui: settings(over) });
  return { view, stdout };
}
function tellAll(view: ReturnType<typeof createRunView>) {
  for (const recorded of sampleEvents) {
    view.event(recorded);
    if (recorded.seq !== 5) continue;
    view.prompt('# Work\n\nDo it.\nAll of it.\n');
    view.agentText('I look around.');
    view.agentLine('{"type":"\x1b[2Jsystem"}', 'stdout');
    view.gateLine('test', 'ok 1');
    // Said once more as the final message.
    view.agentText('All done.\n\x1b]0;owned\x07\x1b[2J<promise>COMPLETE</promise>');
  }
  view.close();
}

test('plain lines tell the run', async () => {
  const { view, stdout } = plain();
  tellAll(view);
  await expect(stdout()).toMatchFileSnapshot('__snapshots__/plain.txt');
  expect(stdout().replaceAll('\n', '')).not.toMatch(/\p{Cc}/u);
});

test('ASCII is all there is where that is asked for', async () => {
  const { view, stdout } = plain({ ascii_only: true });
  tellAll(view);
  expect(stdout()).toMatch(/^[\n -~]*$/);
  await expect(stdout()).toMatchFileSnapshot('__snapshots__/ascii.txt');
});

test('the settings decide how much of the agent is printed', async () => {
  const full = plain({
    ai_show_prompt: true,
    ai_prompt_progress_every: 2,
    ai_tool_mode: 'full',
    ai_sys_mode: 'full',
  });
  tellAll(full.view);
  await expect(full.stdout()).toMatchFileSnapshot('__snapshots__/everything.txt');

  const little = plain({ ai_tool_mode: 'none', ai_show_final: false });
  for (const recorded of sampleEvents) little.view.event(recorded);
  expect(little.stdout()).not.toMatch(/Bash|All done|Prompt/);

  const raw = plain({ ai_raw: true });
  tellAll(raw.view);
  expect(raw.stdout()).toContain('{"type":"system"}');
  expect(raw.stdout()).not.toMatch(/Bash|I look around/);
});

test('JSON lines are the recorded events and nothing else', () => {
  const { view, stdout } = plain({}, true);
  tellAll(view);
  const lines: unknown[] = stdout()
    .split('\n')
    .map((line) => JSON.parse(line));
  expect(lines).toEqual(sampleEvents);
});

test('without a terminal that can be drawn on, the live view is plain lines', () => {
  const dumb = smallTerminal();
  const view = createRunView({
    output: dumb.output,
    env: { TERM: 'dumb' },
    json: false,
    ui: settings({ mode: 'rich' }),
  });
  tellAll(view);
  expect(dumb.cursor.visible).toBe(true);
  expect(dumb.shown()).toContain('0:00:04 Iteration 1 of 10');
  const { view: piped, stdout } = plain({ mode: 'rich' });
  tellAll(piped);
  expect(stdout()).toContain('0:00:04 Iteration 1 of 10');
});

beforeEach(() => {
  vi.useFakeTimers({ now: Date.parse(sampleEvents[0]?.at ?? '') });
});
afterEach(() => {
  vi.useRealTimers();
});

function live(over: { columns?: number; ui?: Partial<UiSettings> } = {}) {
  const terminal = smallTerminal(over.columns);
  const view = createRunView({
    output: terminal.output,
    env: { NO_COLOR: '1' },
    json: false,
    ui: settings(over.ui),
  });
  const tellUntil = (seq: number) => {
    for (const recorded of sampleEvents) {
      if (recorded.seq > seq || recorded.seq <= told) continue;
      vi.setSystemTime(Date.parse(recorded.at));
      view.event(recorded);
    }
    told = seq;
    vi.advanceTimersByTime(250);
  };
  let told = 0;
  return { terminal, view, tellUntil };
}

test('the live view shows where the run stands below its story', async () => {
  const { terminal, view, tellUntil } = live();
  const moments: string[] = [];
  const look = (what: string) => moments.push(`== ${what}\n${terminal.shown()}\n`);
  tellUntil(2);
  look('before the first iteration');
  tellUntil(7);
  vi.advanceTimersByTime(10_000);
  look('while a tool runs');
  tellUntil(15);
  vi.advanceTimersByTime(60_000);
  look('while it waits');
  tellUntil(24);
  look('while the gates run');
  expect(terminal.cursor.visible).toBe(false);
  tellUntil(29);
  view.close();
  look('at the end');
  expect(terminal.cursor.visible).toBe(true);
  await expect(moments.join('\n')).toMatchFileSnapshot('__snapshots__/live.txt');
});

test('it draws at most four times a second, and only what has changed', () => {
  const { terminal, view } = live();
  for (let i = 0; i < 500; i++)
    for (const recorded of sampleEvents.slice(0, 7)) view.event(recorded);
  expect(terminal.writes).toBe(0);
  vi.advanceTimersByTime(250);
  expect(terminal.writes).toBe(1);
  vi.advanceTimersByTime(10_000);
  // Once more for each second on its clock.
  expect(terminal.writes).toBeLessThanOrEqual(12);
  view.close();
});

test('a narrower terminal leaves no remains of the lines that were wider', () => {
  const { terminal, view, tellUntil } = live({ columns: 100 });
  tellUntil(9);
  terminal.resize(43);
  tellUntil(10);
  expect(terminal.shown().match(/Iteration 1\/10/g)).toHaveLength(1);
  expect(terminal.shown().match(/─{20,}/g)).toHaveLength(1);
  terminal.resize(120);
  tellUntil(11);
  expect(terminal.shown().match(/Iteration 1\/10/g)).toHaveLength(1);
  view.close();
  expect(terminal.shown()).not.toContain('Iteration 1/10');
});

test('while someone else uses the terminal, nothing is drawn over it', () => {
  const { terminal, view, tellUntil } = live();
  tellUntil(4);
  const goOn = view.pause();
  expect(terminal.cursor.visible).toBe(true);
  terminal.output.line('Start iteration 1? [Y/n]');
  tellUntil(6);
  expect(terminal.shown()).toMatch(/\[Y\/n\]\n$/);
  goOn();
  tellUntil(7);
  expect(terminal.shown()).toMatch(/\[Y\/n\]\n {2}Bash: npm test\n─/);
  view.close();
});

test('a process that just ends leaves its last lines and a cursor', () => {
  const { terminal, view, tellUntil } = live();
  tellUntil(4);
  view.event({
    ...(sampleEvents[0] ?? expect.fail()),
    event: { kind: 'warning', message: 'last words' },
  });
  terminal.exit();
  expect(terminal.shown()).toMatch(/last words\n$/);
  expect(terminal.cursor.visible).toBe(true);
  const { writes } = terminal;
  view.close();
  vi.advanceTimersByTime(1_000);
  expect(terminal.writes).toBe(writes);
});
