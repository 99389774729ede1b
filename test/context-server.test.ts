import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createApp } from '../src/app/create-app.ts';
import { loopMemories } from '../src/app/loop-memory.ts';
import { createLogger } from '../src/base/logger.ts';
import type { IterationRecord } from '../src/context/iteration-record.ts';
import { until } from './support/mcp-connections.ts';
import { builtProgram, startProgram } from './support/run-program.ts';
import { scratchFolder } from './support/scratch-folder.ts';

const words = 'learning: { mcp_context: { embeddings: { provider: none }';

async function startServer(root: string, wanted: number) {
  writeFileSync(path.join(root, 'ralph.yaml'), `${words} } }\n`);
  const { child, finished, said } = startProgram(
    builtProgram,
    ['mcp', '--transport', 'http', '--port', String(wanted), '--root', root],
    { cwd: root, env: { PATH: process.env.PATH, HOME: root } },
  );
  onTestFinished(() => {
    child.kill('SIGKILL');
  });
  const port = Number((await said(/127\.0\.0\.1:(\d+)\b(?=[^\d])/))[1]);
  const end = async () => {
    child.kill('SIGKILL');
    await finished;
  };
  return { port, end };
}

/** The memory of a run whose settings name a server at this port. */
async function memoryAt(root: string, port: number, transport: 'http' | 'sse') {
  writeFileSync(
    path.join(root, 'ralph.yaml'),
    `${words}, server: { transport: ${transport}, port: ${port}, auto_start: false } } }\n`,
  );
  const env = { HOME: root };
  const logger = createLogger({ level: 'error', write: () => undefined });
  const app = createApp({ roots: [root], env, logger });
  const memories = loopMemories({ root, env, logger });
  onTestFinished(async () => {
    await memories.close();
    await app.close();
  });
  return memories.of({ ...(await app.context()), takeSpend: () => undefined });
}

const record = (more: Partial<IterationRecord> = {}): IterationRecord => ({
  run_id: 'run_1',
  iteration: 1,
  attempt: 1,
  session_id: null,
  task_id: null,
  status: 'accepted',
  success: false,
  summary: 'Tried to connect the billing queue to the invoice worker.',
  duration_ms: 10,
  tokens_used: 5,
  cost: 0,
  tool_calls: ['Bash'],
  artifacts: [],
  errors: [
    { kind: 'gate', name: 'test', text: 'ECONNREFUSED: the invoice worker has no queue' },
    { kind: 'guard', name: 'paths', text: 'The iteration wrote outside of the billing folder' },
  ],
  errors_before: [],
  green_gates: [],
  injected: [],
  held_out: [],
  cited: [],
  ...more,
});

const work = { work: 'connect the invoice worker to the billing queue', random: () => 1 };

describe('the memory of a run with auto_start: false', () => {
  it.each(['http', 'sse'] as const)('is the server that runs there, over %s', async (transport) => {
    const root = scratchFolder();
    const { port } = await startServer(root, 0);
    const memory = await memoryAt(root, port, transport);
    const before = {
      kind: 'gate',
      name: 'lint',
      text: 'The linter wants a final newline',
    } as const;
    const stored = await memory.record(record({ errors_before: [before] }));
    expect(stored?.id).toMatch(/^ctx_/);
    expect(stored?.errors).toHaveLength(2);
    const found = await memory.recall({ work: 'the linter wants a newline', random: () => 1 });
    expect(found.injected.map(({ text }) => text).join('\n')).toContain(`| ${before.text}`);
    const { injected, recall } = await memory.recall(work);
    expect(injected.map(({ id }) => id)).toContain(stored?.id);
    expect(injected[0]?.text).toContain('<quoted from=');
    expect(recall).toMatchObject({ degraded: null });
    const again = record({ iteration: 2, success: true, errors: [], cited: [stored?.id ?? ''] });
    expect((await memory.record(again))?.fixed.length).toBeGreaterThan(0);
  });

  it('is what was recalled before once the server is killed, and the server again when it is back', async () => {
    const root = scratchFolder();
    const server = await startServer(root, 0);
    const memory = await memoryAt(root, server.port, 'http');
    await memory.record(record());
    await memory.recall(work);
    await server.end();
    const cached = await memory.recall(work);
    expect(cached.recall).toMatchObject({ degraded: 'cached' });
    expect(cached.injected.length).toBeGreaterThan(0);
    expect(await memory.record(record({ iteration: 2 }))).toBeUndefined();
    await startServer(root, server.port);
    await until(
      'it is found again',
      async () => (await memory.recall(work)).recall.degraded === null,
    );
    expect((await memory.record(record({ iteration: 2 })))?.id).toMatch(/^ctx_/);
  });

  it('is nothing where no server ever ran', async () => {
    const memory = await memoryAt(scratchFolder(), 9, 'http');
    const { injected, recall } = await memory.recall(work);
    expect(injected).toEqual([]);
    expect(recall.degraded).toBe('nothing');
    expect(recall.degraded_reason).toContain('context');
    expect(await memory.record(record())).toBeUndefined();
  });
});
