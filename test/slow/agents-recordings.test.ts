import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { isAgentName } from '../../src/loop/agents/known-agents.ts';
import { replay } from '../../src/loop/agents/testing/replay.ts';

/** Our own excerpts, and the whole recordings where they are at hand. */
const folders = [
  path.resolve('src/loop/agents/testing/streams'),
  path.join(process.env.RALPH_SHARED_DATA ?? path.resolve('../shared/data'), 'agent-streams'),
];
/** Gemini tells only by its exit code what went wrong. */
const geminiExit: Readonly<Record<string, number>> = { '401': 145, '429': 173 };

/** `<agent>[-latest]-<case>[…].jsonl` of agents that Ralph has an adapter for. */
function recordings() {
  const files = folders
    .filter((folder) => existsSync(folder))
    .flatMap((folder) => readdirSync(folder).map((name) => path.join(folder, name)));
  return files.flatMap((file) => {
    const name = /^([a-z]+)(?:-latest)?-(ok|401|429)/.exec(path.basename(file));
    const [, agent = '', outcome = ''] = name ?? [];
    return isAgentName(agent) ? [{ file, agent, outcome }] : [];
  });
}

it('every recording there is tells how it ended', () => {
  const all = recordings();
  expect(all.length).toBeGreaterThan(10);
  for (const { file, agent, outcome } of all) {
    const exitCode = outcome === 'ok' ? 0 : agent === 'gemini' ? geminiExit[outcome] : 1;
    const { told } = replay(agent, readFileSync(file), exitCode);
    const verdict = {
      file,
      limited: told.rate_limit !== undefined,
      auth: told.error?.auth === true,
      final: told.events.final === 1,
      said: told.last_text !== '',
    };
    expect(verdict).toEqual({
      file,
      limited: outcome === '429',
      auth: outcome === '401',
      final: outcome === 'ok',
      said: outcome === 'ok',
    });
  }
});
