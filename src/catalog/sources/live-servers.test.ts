import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it, onTestFinished, vi } from 'vitest';
import { parse } from 'yaml';
import { scratchFolder } from '../../../test/support/scratch-folder.ts';
import { catalogConfig } from '../config.ts';
import { quiet } from '../testing/raw-servers.ts';
import { createLiveServers } from './live-servers.ts';

it('servers follow the configuration, and stay as they were while it is broken', async () => {
  const root = scratchFolder();
  const file = path.join(root, 'ralph.yaml');
  const imported = path.join(root, 'mcp.json');
  writeFileSync(file, 'servers: { a: { command: x } }\nimport: [mcp.json]\n');
  const live = createLiveServers({
    root,
    env: {},
    logger: quiet,
    settings: async () => catalogConfig.parse(parse(readFileSync(file, 'utf8'))),
    files: [file],
  });
  onTestFinished(() => live.close());
  vi.useFakeTimers({ toFake: ['Date'] });
  onTestFinished(() => void vi.useRealTimers());
  const names = async () => {
    vi.setSystemTime(Date.now() + 2_000);
    return (await live.pool()).servers().map(({ name }) => name);
  };

  expect(await names()).toEqual(['a']);
  writeFileSync(imported, '{"servers": {"b": {"command": "y"}}}');
  expect(await names()).toEqual(['a', 'b']);
  writeFileSync(file, 'servers: { c: { command: 7 } }\n');
  expect(await names()).toEqual(['a', 'b']);
  writeFileSync(file, 'servers: { c: { command: z } }\nimport: [mcp.json]\n');
  expect(await names()).toEqual(['c', 'b']);
  rmSync(imported);
  expect(await names()).toEqual(['c']);
});
