import { describe, expect, it } from 'vitest';
import { promise } from '../rules/promise.ts';
import { sampleRun } from '../testing/run-in.ts';
import type { NextAssignment } from '../work.ts';

const budgets = { iterations: 3, minutes: 30, stall: 5 };
const limited = (over: object = {}) => ({
  event: { kind: 'rate_limit', message: '429 slow down', ...over },
});
/** A clock that jumps when a run says until when it waits. */
function jumpingClock() {
  let ahead = 0;
  return {
    now: () => new Date(Date.now() + ahead),
    to(until: string | null) {
      if (until !== null) ahead = Math.max(ahead, Date.parse(until) - Date.now());
    },
  };
}

describe('a rate limit', () => {
  it('is waited out until the time it names, and the same work is given again', async () => {
    const clock = jumpingClock();
    const until = new Date(Date.now() + 10 * 60_000).toISOString();
    const run = await sampleRun({
      clock,
      turns: [
        { steps: [{ write: 'half.txt', text: '' }, limited({ resets_at: until }), { exit: 1 }] },
      ],
      options: { budgets },
    });
    const ended = await run.execute({
      listener: {
        event({ event }) {
          if (event.kind !== 'waiting') return;
          expect(event).toMatchObject({ for: 'the rate limit of demo', until });
          run.setTurns([{ steps: [{ write: 'whole.txt', text: '' }, { say: promise }] }]);
          clock.to(event.until);
        },
      },
    });
    expect(ended).toMatchObject({ status: 'complete' });
    expect(await run.store.iterations(run.id)).toMatchObject([
      { number: 1, attempt: 1, status: 'abandoned' },
      { number: 1, attempt: 2, status: 'accepted', changed_files: ['whole.txt'] },
    ]);
  });

  it('makes way for the next agent at once', async () => {
    const command = `cat >/dev/null; touch by-other; echo '${promise}'`;
    const run = await sampleRun({
      turns: [{ steps: [limited(), { exit: 1 }] }],
      options: { budgets, agents: [{ name: 'demo' }, { name: 'custom', command }] },
    });
    expect(await run.execute()).toMatchObject({ status: 'complete' });
    expect((await run.store.iterations(run.id)).map(({ agent }) => agent)).toEqual([
      'demo',
      'custom',
    ]);
    expect(await run.kinds()).toContain('fallback');
    expect(await run.kinds()).not.toContain('waiting');
  });

  it('that outlasts the time of the run ends it at once', async () => {
    const resets_at = new Date(Date.now() + 60 * 60_000).toISOString();
    const run = await sampleRun({
      turns: [{ steps: [limited({ resets_at }), { exit: 1 }] }],
      options: { budgets },
    });
    expect((await run.execute()).reason).toContain(
      `until ${resets_at}, which is beyond the budget`,
    );
  });

  it('in prose is no limit', async () => {
    const run = await sampleRun({
      turns: [{ steps: [{ say: 'ratelimit 429, too many requests' }, { say: promise }] }],
      options: { budgets },
    });
    expect(await run.execute()).toMatchObject({ status: 'complete' });
  });
});

describe('open questions', () => {
  it('hold a run until they are answered, and people are told once', async () => {
    const told: string[] = [];
    let asked = 0;
    const run = await sampleRun({
      turns: [{ steps: [{ say: promise }] }],
      options: { budgets },
      work: {
        async next(): Promise<NextAssignment> {
          if (++asked < 3)
            return { kind: 'wait', for: 'answers', reason: 'an answer to question 1' };
          const assignment = { prompt: 'p', prompt_tokens: 1, task: null, session_id: null };
          const session = { mcp_config: null, tools: [], context: null };
          return { kind: 'work', assignment: { ...assignment, ...session } };
        },
      },
    });
    const services = {
      ...run.services,
      async notify(event: string, { phase, waiting }: { phase: unknown; waiting: unknown }) {
        told.push(`${event} ${phase} ${JSON.stringify(waiting)}`);
      },
    };
    const { executeRun } = await import('./execute-run.ts');
    const signal = new AbortController().signal;
    expect(await executeRun(services, run.id, { signal })).toMatchObject({ status: 'complete' });
    expect(told).toEqual([
      'needs_input needs_input {"for":"an answer to question 1","until":null}',
      'finish null null',
    ]);
  });
});
