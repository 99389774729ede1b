import { expect, it } from 'vitest';
import { memoryForTheLoop } from './for-the-loop.ts';
import { iterationFixture } from './testing/iteration-fixture.ts';
import { servicesFixture } from './testing/services-fixture.ts';

/** Failures of one test runner: most of their words and of their meaning they have in common. */
const past = [
  ['test_billing.py::test_vat - AssertionError: 19.01 != 19.00', 'Round each line, not the sum.'],
  ['test_login.py::test_lockout - AssertionError: 200 != 423', 'The counter was per worker.'],
  ['test_mail.py::test_bounce - KeyError: recipient', 'The provider renamed it to rcpt_to.'],
  ['test_map.py::test_tiles - FileNotFoundError: tiles.db', 'Run make tiles before the tests.'],
  ['test_feed.py::test_order - AssertionError: [2, 1] != [1, 2]', 'Sort by id where dates tie.'],
  ['test_jobs.py::test_retry - TimeoutError: worker', 'Start the broker in conftest.py.'],
  ['test_pdf.py::test_fonts - OSError: cannot open resource', 'Fonts are in the dev image only.'],
  ['test_api.py::test_paging - AssertionError: 20 != 10', 'The default page size is a setting.'],
] as const;

async function memoryWithPast() {
  const { services } = servicesFixture({ mcp_context: { embeddings: { provider: 'local' } } });
  const memory = memoryForTheLoop(services);
  for (const [at, [problem, fix]] of past.entries()) {
    const run_id = `past_${at}`;
    const text = `The gate test failed: tests/${problem}`;
    await memory.record(
      iterationFixture({
        run_id,
        success: false,
        summary: `Iteration 1 did not succeed: tests/${problem}`,
        errors: [{ kind: 'gate', name: 'test', text }],
      }),
    );
    const summary = `Iteration 2 succeeded.\nThe agent said: ${fix}`;
    await memory.record(iterationFixture({ run_id, iteration: 2, summary, green_gates: ['test'] }));
  }
  return async (question: string) => {
    const asked = { work: '', lastError: `The gate test failed: ${question}`, question };
    const { injected } = await memory.recall({ ...asked, run: 'now', random: () => 1 });
    return injected.map(({ text }) => past.findIndex(([problem]) => text.includes(problem)));
  };
}

it('a failure brings back the one that it is like, and none for being a failure of the same runner', async () => {
  const ask = await memoryWithPast();
  expect(
    await ask('tests/test_invoice.py::test_vat_of_gift - AssertionError: 7.01 != 7.00'),
  ).toEqual([0]);
  expect(await ask('tests/test_letter.py::test_bounced - KeyError: recipient')).toEqual([2]);
  expect(await ask('tests/test_globe.py::test_start - FileNotFoundError: tiles.db')).toEqual([3]);
  for (const unknown of [
    'tests/test_chat.py::test_emoji - ValueError: too many values to unpack',
    'tests/test_passkey.py::test_enrol - RuntimeError: no event loop',
    'tests/test_voice.py::test_pitch - ZeroDivisionError: division by zero',
  ])
    expect([unknown, await ask(unknown)]).toEqual([unknown, []]);
});
