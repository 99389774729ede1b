import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { byWords, flowProject } from '../support/flow-project.ts';
import type { RunProject } from '../support/run-project.ts';

describe('a run whose memory is no help', () => {
  it.each([
    ['is off', () => undefined, '{ enabled: false }'],
    [
      'has a folder that is a file',
      ({ root }: RunProject) => writeFileSync(path.join(root, '.agent'), 'in the way'),
      byWords,
    ],
    [
      'has a database that is damaged',
      ({ root }: RunProject) => {
        mkdirSync(path.join(root, '.agent/context'), { recursive: true });
        writeFileSync(path.join(root, '.agent/context/context.db'), 'nonsense'.repeat(2_000));
      },
      byWords,
    ],
    [
      'has a model that is not there',
      () => undefined,
      '{ mcp_context: { embeddings: { provider: openai, base_url: "http://127.0.0.1:9/v1" } } }',
    ],
    [
      'has a skillbook that cannot be read',
      ({ root }: RunProject) => {
        mkdirSync(path.join(root, '.agent/skillbook'), { recursive: true });
        writeFileSync(path.join(root, '.agent/skillbook/skillbook.json'), '{');
      },
      byWords,
    ],
  ] as const)('ends as it would without: it %s', async (_, spoil, learning) => {
    const project = flowProject(learning);
    spoil(project);
    const { code, stdout } = await project.ralph('run', '3', '--ui', 'plain');
    expect(code, stdout).toBe(0);
    expect(project.read('.ralph/second.md')).toContain('This is iteration 2');
  });
});
