import type { DetectedGate, GateDetector } from '../detected-gate.ts';
import { type PackageManager, runScript, scriptsOf } from '../package-scripts.ts';
import type { ProjectFiles } from '../project-files.ts';

/** Gate name → the scripts that usually mean it, best first. */
const scriptsFor: Readonly<Record<string, readonly string[]>> = {
  test: ['test'],
  lint: ['lint'],
  typecheck: ['typecheck', 'type-check', 'check-types', 'check:types', 'tsc'],
  build: ['build'],
};

const lockFiles: Readonly<Record<string, PackageManager>> = {
  'pnpm-lock.yaml': 'pnpm',
  'yarn.lock': 'yarn',
  'bun.lock': 'bun',
  'bun.lockb': 'bun',
  'package-lock.json': 'npm',
  'npm-shrinkwrap.json': 'npm',
};

export const packageJson: GateDetector = {
  ecosystem: 'npm',
  explicit: true,
  detect(files) {
    const scripts = scriptsOf(files.text('package.json') ?? '');
    if (!scripts) return [];
    const manager = packageManager(files);
    const gates: DetectedGate[] = [];
    const add = (name: string, script: string) =>
      gates.push({ name, run: runScript(manager, script), detected_from: 'package.json' });
    for (const [name, candidates] of Object.entries(scriptsFor)) {
      const script = candidates.find((candidate) => endsByItself(scripts.get(candidate)));
      if (script !== undefined) add(name, script);
    }
    const checked = gates.some((gate) => gate.name === 'lint' || gate.name === 'typecheck');
    if (!checked && endsByItself(scripts.get('check'))) add('lint', 'check');
    return gates;
  },
};

/** npm's placeholder fails always and a watcher never ends: neither can prove anything. */
function endsByItself(script: string | undefined): boolean {
  if (script === undefined || script.trim() === '') return false;
  return !/no test specified/i.test(script) && !/(^|\s)--watch(All)?(?![\w=-])/.test(script);
}

function packageManager(files: ProjectFiles): PackageManager {
  const declared = /"packageManager"\s*:\s*"(npm|pnpm|yarn|bun)@/.exec(
    files.text('package.json') ?? '',
  )?.[1];
  const lockFile = Object.keys(lockFiles).find((name) => files.names.has(name));
  const known = Object.values(lockFiles).find((manager) => manager === declared);
  return known ?? (lockFile ? (lockFiles[lockFile] ?? 'npm') : 'npm');
}
