import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe } from 'vitest';
import { storeContract } from '../../src/context/testing/store-contract.ts';

// As a user would have it: installed in the project, found there by name.
const project = mkdtempSync(path.join(tmpdir(), 'ralph-lance-'));

beforeAll(() => {
  writeFileSync(path.join(project, 'package.json'), '{"private":true}');
  const wanted = ['@lancedb/lancedb@0.39.0', 'apache-arrow@18.1.0'];
  execFileSync('npm', ['install', '--no-audit', '--no-fund', ...wanted], { cwd: project });
});
afterAll(() => rmSync(project, { recursive: true, force: true }));

describe('items in the lancedb store', () => {
  storeContract('lancedb', () => mkdtempSync(path.join(project, 'root-')));
});
