import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { bundleFixture } from '../support/bundle-fixture.ts';
import { listedScenarios, placedScenarios } from '../support/conformance-list.ts';
import { installPeers, type Peers } from '../support/peers.ts';
import { repository } from '../support/product-sources.ts';
import { builtProgram, runProgramFile } from '../support/run-program.ts';
import { scratchFolder } from '../support/scratch-folder.ts';
import { serveProgram } from '../support/served-program.ts';
import { portOf, startServerProcess } from '../support/server-fixture.ts';

const page = readFileSync(path.join(repository, 'docs/conformance.md'), 'utf8');
const revisions = [
  ['2025-11-25', 30],
  ['2026-07-28', 37],
] as const;

let peers: Peers;
let fixture: Awaited<ReturnType<typeof bundleFixture>>;

beforeAll(async () => {
  peers = installPeers();
  fixture = await bundleFixture('server/conformance-server');
});
afterAll(() => fixture.remove());

/** Beside this process, which reads what the server it started says. */
async function suite(...args: string[]): Promise<string> {
  const child = spawn(peers.modernNode, [peers.conformance, ...args], {
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let text = '';
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (chunk: string) => {
      text += chunk;
    });
  await new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('close', resolve);
  });
  return stripVTControlCharacters(text);
}

/** How many checks passed and failed, by scenario. */
function outcomes(text: string): Map<string, { readonly passed: number; readonly failed: number }> {
  const summary = text.slice(text.indexOf('=== SUMMARY ==='));
  return new Map(
    [...summary.matchAll(/^[✓✗] (\S+): (\d+) passed, (\d+) failed/gm)].map((match) => [
      match[1] ?? '',
      { passed: Number(match[2]), failed: Number(match[3]) },
    ]),
  );
}

const sorted = (names: readonly string[]) => [...names].sort();

describe.each(revisions)('the MCP conformance suite, %s', (revision, required) => {
  const placed = placedScenarios(page, `Servers, ${revision}`);
  const runsOn = (place: (typeof placed)[number]['places'][number]) =>
    placed.filter(({ places }) => places.includes(place));

  it('has the scenarios that docs/conformance.md names, and no other', async () => {
    const listed = listedScenarios(await suite('list', '--requirements', revision));
    expect(sorted(placed.map(({ name }) => name))).toEqual(sorted(listed.server));
    const clients = placedScenarios(page, `Clients, ${revision}`);
    expect(sorted(clients.map(({ name }) => name))).toEqual(sorted(listed.client));
  });

  it('passes on our server with its fixtures, every required scenario', async () => {
    const text = await suite('list', '--requirements', revision);
    const scored = listedScenarios(text.slice(0, text.indexOf('Run and reported'))).server;
    expect(scored).toHaveLength(required);
    const names = runsOn('fixtures').map(({ name }) => name);
    expect(scored.filter((name) => !names.includes(name))).toEqual([]);
    const port = await portOf(startServerProcess(fixture.file, []));
    const url = `http://127.0.0.1:${port}/mcp`;
    const report = await suite('server', '--url', url, '--requirements', revision);
    const results = outcomes(report);
    const failing = names.filter((name) => {
      const result = results.get(name);
      return !result || result.failed > 0 || result.passed === 0;
    });
    const checks = names.reduce((sum, name) => sum + (results.get(name)?.passed ?? 0), 0);
    console.log(`${revision}, fixtures: ${names.length} scenarios, ${checks} checks passed`);
    expect(failing, report.slice(-8_000)).toEqual([]);
  });

  it('passes on ralph mcp itself, every scenario that needs no fixture', async () => {
    const root = scratchFolder();
    const { code, stderr } = await runProgramFile(builtProgram, ['init', '--yes', '--root', root]);
    expect([code, stderr]).toEqual([0, '']);
    const { mcp } = await serveProgram(root);
    const found: Record<string, readonly string[]> = {};
    let passed = 0;
    for (const { name } of runsOn('product')) {
      const wanted = ['--scenario', name, '--spec-version', revision, '--force'];
      const report = await suite('server', '--url', mcp, ...wanted);
      const failures = [...report.matchAll(/\[([\w-]+) *\] FAILURE/g)].map(([, id = '']) => id);
      const checks = report.match(/\[[\w-]+ *\] SUCCESS/g)?.length ?? 0;
      passed += checks;
      found[name] = checks > 0 ? failures : [`no check ran: ${report.slice(-2_000)}`];
    }
    console.log(`${revision}, ralph mcp: ${runsOn('product').length} scenarios, ${passed} checks`);
    expect(found).toEqual(
      Object.fromEntries(runsOn('product').map(({ name, exceptions }) => [name, exceptions])),
    );
  });
});
