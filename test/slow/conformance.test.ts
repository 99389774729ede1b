import { spawnSync } from 'node:child_process';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { bundleFixture } from '../support/bundle-fixture.ts';
import { installPeers, type Peers } from '../support/peers.ts';
import { portOf, startServerProcess } from '../support/server-fixture.ts';

interface Outcome {
  readonly passed: number;
  readonly failed: number;
}

let peers: Peers;
let fixture: Awaited<ReturnType<typeof bundleFixture>>;

beforeAll(async () => {
  peers = installPeers();
  fixture = await bundleFixture('server/conformance-server');
});
afterAll(() => fixture.remove());

function suite(...args: string[]): string {
  const { stdout, stderr, status } = spawnSync(peers.modernNode, [peers.conformance, ...args], {
    encoding: 'utf8',
    maxBuffer: 64 * 1_024 * 1_024,
  });
  if (status === null) throw new Error(`the suite did not end: ${stderr}`);
  return stdout + stderr;
}

/** The scenarios that a revision requires of servers, as the suite itself lists them. */
function requiredScenarios(revision: string): string[] {
  const text = suite('list', '--requirements', revision);
  const servers = text.slice(text.indexOf('Server scenarios'), text.indexOf('Client scenarios'));
  return [...servers.matchAll(/^ {2}- (\S+)/gm)].map((match) => match[1] ?? '');
}

function outcomes(text: string): Map<string, Outcome> {
  const summary = text.slice(text.indexOf('=== SUMMARY ==='));
  return new Map(
    [...summary.matchAll(/^[✓✗] (\S+): (\d+) passed, (\d+) failed/gm)].map((match) => [
      match[1] ?? '',
      { passed: Number(match[2]), failed: Number(match[3]) },
    ]),
  );
}

describe('the MCP conformance suite', () => {
  it.each([
    ['2025-11-25', 30],
    ['2026-07-28', 37],
  ])('passes every scenario required by %s', async (revision, count) => {
    const required = requiredScenarios(revision);
    expect(required).toHaveLength(count);
    const port = await portOf(startServerProcess(fixture.file, []));
    const url = `http://127.0.0.1:${port}/mcp`;
    const report = suite('server', '--url', url, '--requirements', revision);
    const results = outcomes(report);
    const failing = required.filter((name) => {
      const result = results.get(name);
      return !result || result.failed > 0 || result.passed === 0;
    });
    const checks = required.reduce((sum, name) => sum + (results.get(name)?.passed ?? 0), 0);
    console.log(
      `${revision}: ${required.length - failing.length} of ${required.length} required scenarios pass (${checks} checks)`,
    );
    expect(failing, report.slice(-8_000)).toEqual([]);
  });
});
