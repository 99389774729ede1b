import { beforeAll, describe, expect, it } from 'vitest';
import { type LiveAgent, liveAgents } from '../support/scripted-model/agent-at-model.ts';
import { installAgents } from '../support/scripted-model/installed-agents.ts';
import { runAtModel } from '../support/scripted-model/run-at-model.ts';
import { finalText, note, written } from '../support/scripted-model/script.ts';

beforeAll(() => {
  installAgents();
});

/** What the scripted model's three answers add up to; prices are the agent's own. */
const usage = { input_tokens: 3_000, output_tokens: 150, cached_tokens: 600 };
const reportsCost: Readonly<Record<LiveAgent, boolean>> = {
  claude: true,
  codex: false,
  gemini: false,
  copilot: false,
  opencode: true,
};

/** Longer than it takes to start, which opencode does in silence. */
const patienceMs = (agent: LiveAgent) => (agent === 'opencode' ? 90_000 : 30_000);

describe.each(liveAgents)('%s', (agent) => {
  it('calls a tool of the server, writes a file, and ends', async () => {
    const { outcome, notes, out, events } = await runAtModel(agent, 'ok');
    expect(outcome).toMatchObject({ exit_code: 0, ended: 'exited', mcp_failed: false, usage });
    expect(outcome.last_text).toBe(finalText);
    expect(outcome.cost_usd).toEqual(reportsCost[agent] ? expect.any(Number) : null);
    expect(outcome).not.toHaveProperty('error');
    expect(notes).toBe(`${note}\n`);
    expect(out).toBe(written);
    expect(events).toContainEqual({ kind: 'final', text: finalText });
  });

  it('writes nothing in a read-only session, and can still call the tool', async () => {
    const { outcome, notes, out } = await runAtModel(agent, 'ok', { permission: 'read_only' });
    expect(outcome).toMatchObject({ exit_code: 0, last_text: finalText });
    expect(notes).toBe(`${note}\n`);
    expect(out).toBeUndefined();
  });

  it('may do everything in a full session, also as root', async () => {
    const { outcome, out } = await runAtModel(agent, 'ok', { permission: 'full' });
    expect(outcome).toMatchObject({ exit_code: 0, last_text: finalText });
    expect(out).toBe(written);
  });

  it('tells a rate limit', async () => {
    const { outcome } = await runAtModel(agent, 'rate_limited');
    expect(outcome.rate_limit?.message).toMatch(/429/);
    expect(outcome).not.toHaveProperty('error');
    expect(outcome.exit_code).not.toBe(0);
    expect(outcome.last_text).toBe('');
  });

  it('tells a login that is refused', async () => {
    const { outcome } = await runAtModel(agent, 'unauthorized');
    expect(outcome.error).toMatchObject({ auth: true });
    expect(outcome).not.toHaveProperty('rate_limit');
    expect(outcome.exit_code).not.toBe(0);
  });

  it('is ended when the model says nothing', async () => {
    const { outcome, model } = await runAtModel(agent, 'hang', {
      idleTimeoutMs: patienceMs(agent),
    });
    expect(model.asked()).toBeGreaterThan(0);
    expect(outcome).toMatchObject({ ended: 'idle', last_text: '' });
    expect(outcome.events.final).toBeUndefined();
  });

  it.each(['cut', 'garbage'] as const)(
    'does not take a broken answer for one: %s',
    async (mood) => {
      const { outcome, out } = await runAtModel(agent, mood, { idleTimeoutMs: 20_000 });
      expect(outcome.last_text).not.toContain('COMPLETE');
      expect(out).toBeUndefined();
      expect(outcome).not.toHaveProperty('rate_limit');
    },
  );
});

describe.each(liveAgents)('%s', (agent) => {
  it('tells that the server did not start', async () => {
    const { outcome } = await runAtModel(agent, 'ok', { server: '/does/not/exist.mjs' });
    expect(outcome.mcp_failed).toBe(true);
  });
});
