import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { createApp } from '../src/app/create-app.ts';
import { toolData } from '../src/app/tool-data.ts';
import { createLogger } from '../src/base/logger.ts';
import { toolRecord } from '../src/cli/tools/tool-record.ts';
import { toolsets } from '../src/tool/tool.ts';
import { ralph } from './support/run-program.ts';
import { scratchFolder } from './support/scratch-folder.ts';
import { initialize, listTools } from './support/secured-server.ts';

const tools = (await Promise.all(toolsets.map((toolset) => toolData[toolset]()))).flat();

describe('what the build knows of the tools', () => {
  it('is what their definitions say', async () => {
    const { stdout } = await ralph(['tool', 'list', '--json'], { cwd: scratchFolder() });
    const app = createApp({
      roots: [scratchFolder()],
      env: {},
      logger: createLogger({ level: 'error', format: 'text', write: () => {} }),
    });
    const defined = (await app.registry()).list();
    expect(JSON.parse(stdout)).toEqual({ tools: defined.map(toolRecord) });
  });

  it('loses nothing by being written as JSON', () => {
    expect(JSON.parse(JSON.stringify(tools))).toStrictEqual(tools);
  });
});

describe('a start of ralph mcp', () => {
  const call = (name: string) =>
    JSON.stringify({ jsonrpc: '2.0', id: 3, method: 'tools/call', params: { name } });

  /** What a server loaded from its start to its end. */
  async function loadedFor(...messages: string[]) {
    const root = scratchFolder();
    const log = path.join(root, 'loaded.json');
    const watcher = path.join(import.meta.dirname, 'fixtures/list-loaded.cjs');
    const { code, stdout } = await ralph(['mcp', '--root', root], {
      cwd: root,
      env: {
        PATH: process.env.PATH,
        HOME: root,
        NODE_OPTIONS: `--require ${watcher}`,
        LOADED_FILES: log,
      },
      input: `${[initialize, ...messages].join('\n')}\n`,
    });
    const answers = stdout
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
    const { files, node }: { files: string[]; node: string[] } = JSON.parse(
      readFileSync(log, 'utf8'),
    );
    return { code, answers, node, sources: files.map((file) => readFileSync(file, 'utf8')) };
  }

  /** The tools whose definition stands in one of these files. */
  const definedIn = (sources: readonly string[]) =>
    tools
      .filter(({ name }) => sources.some((text) => RegExp(`\\bname:.${name}\\b`).test(text)))
      .map(({ toolset }) => toolset);

  it('lists the tools without loading any', async () => {
    const { code, answers, sources } = await loadedFor(listTools);
    expect(code).toBe(0);
    expect(answers[1].result.tools).toHaveLength(
      tools.filter(({ toolset }) => toolset !== 'project').length,
    );
    expect(definedIn(sources)).toEqual([]);
  });

  it('loads nothing of Node that a listing has no use for', async () => {
    const { node } = await loadedFor(listTools);
    expect(node).toContain('NativeModule fs');
    const costly = ['crypto', 'http', 'sqlite', 'worker_threads'];
    expect(costly.filter((name) => node.includes(`NativeModule ${name}`))).toEqual([]);
  });

  it('loads those of one set when one of them is called', async () => {
    const { answers, sources } = await loadedFor(listTools, call('ralph_validate'));
    expect(answers[2].result).toHaveProperty('structuredContent.problems');
    expect([...new Set(definedIn(sources))]).toEqual(['loop']);
  });
});
