import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { connectClient } from './support/mcp-connections.ts';
import { builtProgram, runProgramFile, startProgram } from './support/run-program.ts';
import { scratchFolder } from './support/scratch-folder.ts';

const watcher = path.join(import.meta.dirname, 'fixtures/watch-model.cjs');

function watchedRoot() {
  const root = scratchFolder();
  const log = path.join(root, 'touched.log');
  const env = {
    PATH: process.env.PATH ?? '',
    HOME: root,
    NODE_OPTIONS: `--require ${watcher}`,
    WATCH_MODEL_LOG: log,
  };
  return { root, env, touched: () => (existsSync(log) ? readFileSync(log, 'utf8') : '') };
}

describe('the model', () => {
  it('is not touched by commands that need no vector', async () => {
    const { root, env, touched } = watchedRoot();
    for (const args of [['--version'], ['--help'], ['tool', 'list'], ['context', 'stats']]) {
      const { code, stderr } = await runProgramFile(builtProgram, args, { cwd: root, env });
      expect([args, code, stderr]).toEqual([args, 0, '']);
    }
    expect(touched()).toBe('');
  });

  it('is not touched by `ralph mcp` before the first text, and then it is', async () => {
    const { root, env, touched } = watchedRoot();
    const address = { kind: 'stdio', program: builtProgram, args: ['mcp', '--root', root], env };
    const { client } = await connectClient({ ...address, kind: 'stdio' }, 'modern');
    onTestFinished(() => client.close());
    await client.listTools();
    await client.callTool({ name: 'get_context_stats', arguments: {} });
    await client.callTool({ name: 'get_relevant_context', arguments: { query: 'anything' } });
    expect(touched()).toBe('');
    const note = { content: 'Run the migrations first.', context_type: 'output' };
    await client.callTool({ name: 'store_context', arguments: note });
    expect(touched()).toContain('thread');
    expect(touched()).toContain('model_quantized.onnx');
  });
});

describe('ralph context add -', () => {
  it('keeps what comes on standard input, whatever bytes it has', async () => {
    const root = scratchFolder();
    writeFileSync(
      path.join(root, 'ralph.yaml'),
      'learning: { mcp_context: { embeddings: { provider: none } } }\n',
    );
    const bytes = Buffer.from('the zebra\0crossing \xff\xfe is painted yellow', 'latin1');
    const { child, finished } = startProgram(builtProgram, ['context', 'add', '-'], {
      cwd: root,
      env: { PATH: process.env.PATH, HOME: root },
    });
    child.stdin.end(bytes);
    expect((await finished).code).toBe(0);
    const search = ['context', 'search', 'zebra', 'painted', 'yellow'];
    const { stdout } = await runProgramFile(builtProgram, search, {
      cwd: root,
      env: { PATH: process.env.PATH, HOME: root },
    });
    expect(stdout).toContain('zebracrossing \ufffd\ufffd is painted yellow');
  });
});
