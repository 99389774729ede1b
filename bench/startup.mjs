// Start-up against two baselines in the same run: a minimal SDK-v2 server bundled the same way, and bare Node.
// CPU time, not wall time, is compared: it is what a busy machine does not change.
import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { bundle } from '../scripts/bundle.mjs';
import { median } from './frame/averages.mjs';
import { ratioAtMost } from './frame/rows.mjs';
import { coldStart, shortRun } from './startup/cpu-time.mjs';

const rounds = 15;

export async function run({ root }) {
  // Inside the repository, so that packages kept outside of bundles resolve for both.
  const work = mkdtempSync(path.join(root, 'node_modules/.cache-bench-'));
  const project = mkdtempSync(path.join(os.tmpdir(), 'ralph-bench-'));
  try {
    await bundle({
      input: { minimal: path.join(root, 'bench/startup/minimal-server.ts') },
      outDir: work,
    });
    const ralph = path.join(root, 'dist/ralph.cjs');
    const servers = {
      baseline: [path.join(work, 'minimal.cjs')],
      ours: [ralph, 'mcp', '--transport', 'stdio', '--root', project],
    };
    const samples = { baseline: [], ours: [] };
    for (let round = 0; round < rounds; round++) {
      for (const name of round % 2 ? ['ours', 'baseline'] : ['baseline', 'ours']) {
        samples[name].push(await coldStart(process.execPath, servers[name], { cwd: project }));
      }
    }
    const version = { baseline: [], ours: [] };
    for (let round = 0; round < 5; round++) {
      version.baseline.push(shortRun(process.execPath, ['-e', '0'], 10));
      version.ours.push(shortRun(process.execPath, [ralph, '--version'], 10));
    }
    return [
      {
        name: 'ralph mcp (stdio) to an answered tools/list, CPU ms',
        baseline: 'minimal SDK-v2 server, bundled the same way',
        ...compare(
          samples.baseline.map((s) => s.cpu_ms),
          samples.ours.map((s) => s.cpu_ms),
        ),
        limit: ratioAtMost(1.35),
        detail: {
          tools_listed: samples.ours[0].tools,
          rss_mb: {
            baseline: median(samples.baseline.map((s) => s.rss_mb)),
            ours: median(samples.ours.map((s) => s.rss_mb)),
          },
          wall_ms: {
            baseline: median(samples.baseline.map((s) => s.wall_ms)),
            ours: median(samples.ours.map((s) => s.wall_ms)),
          },
        },
      },
      {
        name: 'ralph --version, CPU ms',
        baseline: 'node -e 0',
        ...compare(version.baseline, version.ours),
        limit: ratioAtMost(1.5),
      },
    ];
  } finally {
    rmSync(work, { recursive: true, force: true });
    rmSync(project, { recursive: true, force: true });
  }
}

function compare(baseline, ours) {
  return {
    baseline_value: median(baseline),
    our_value: median(ours),
    ratio: median(ours) / median(baseline),
    minima: { baseline: Math.min(...baseline), ours: Math.min(...ours) },
  };
}
