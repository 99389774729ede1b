import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Client, ClientOptions } from '@modelcontextprotocol/client';
import { onTestFinished } from 'vitest';
import type { DemoScript } from '../../src/loop/agents/demo/agent-program.ts';
import { temporaryFolder } from '../../src/loop/testing/temporary-folder.ts';
import { connectClient } from './mcp-connections.ts';
import { builtProgram, ralph, startProgram } from './run-program.ts';

type Data = Readonly<Record<string, unknown>>;

export interface RunClient {
  readonly client: Client;
  /** The structured content of a call that must succeed. */
  answer(name: string, input?: Data, progress?: (message: string) => void): Promise<Data>;
  /** The error of a call that must be refused. */
  refusal(name: string, input?: Data): Promise<Data>;
}

/** A repository with a prompt and a scripted agent, and the ways to run Ralph in it. */
export interface RunProject {
  readonly root: string;
  readonly env: Readonly<Record<string, string>>;
  git(...args: string[]): string;
  read(file: string): string;
  write(file: string, text: string): void;
  has(file: string): boolean;
  ralph(...args: string[]): ReturnType<typeof ralph>;
  start(...args: string[]): ReturnType<typeof startProgram>;
  /** A client of a server of its own, over stdio. */
  connect(options?: ClientOptions, more?: readonly string[]): Promise<RunClient>;
}

const config = `agents: { default: demo }
run: { sleep_seconds: 0 }
gates: [{ name: test, run: "test ! -f broken.txt" }]
learning: { mcp_context: { embeddings: { provider: none } } }
`;

export function runProject(
  script: DemoScript,
  files: Readonly<Record<string, string>> = {},
): RunProject {
  const outside = temporaryFolder({ 'script.json': JSON.stringify(script) });
  const root = temporaryFolder({
    'ralph.yaml': config,
    'scripts/ralph/prompt.md': 'Do what is to be done.\n',
    '.gitignore': '.ralph/\n',
    'src/main.txt': 'one\n',
    ...files,
  });
  const env = {
    PATH: process.env.PATH ?? '',
    HOME: outside,
    RALPH_DEMO_SCRIPT: path.join(outside, 'script.json'),
    GIT_AUTHOR_NAME: 'a',
    GIT_AUTHOR_EMAIL: 'a@b',
    GIT_COMMITTER_NAME: 'a',
    GIT_COMMITTER_EMAIL: 'a@b',
  };
  const git = (...args: string[]) =>
    execFileSync('git', ['-C', root, ...args], { env, encoding: 'utf8' }).trim();
  git('init', '-q');
  git('add', '.');
  git('commit', '-qm', 'Start');
  return {
    root,
    env,
    git,
    read: (file) => readFileSync(path.join(root, file), 'utf8'),
    write: (file, text) => writeFileSync(path.join(root, file), text),
    has: (file) => existsSync(path.join(root, file)),
    ralph: (...args) => ralph(args, { cwd: root, env }),
    start: (...args) => startProgram(builtProgram, args, { cwd: root, env }),
    async connect(options, more = []) {
      const args = ['mcp', '--root', root, ...more];
      const address = { kind: 'stdio', program: builtProgram, args, env } as const;
      const { client } = await connectClient(address, 'legacy', options);
      onTestFinished(() => client.close());
      return callsOf(client);
    },
  };
}

function callsOf(client: Client): RunClient {
  async function call(name: string, input: Data, progress?: (message: string) => void) {
    const result = await client.callTool(
      { name, arguments: { ...input } },
      progress && { onprogress: ({ message }) => progress(message ?? '') },
    );
    const data: Data = { ...Object(result.structuredContent) };
    return { data, refused: result.isError === true };
  }
  return {
    client,
    async answer(name, input = {}, progress) {
      const { data, refused } = await call(name, input, progress);
      if (refused) throw new Error(`${name} was refused: ${JSON.stringify(data)}`);
      return data;
    },
    async refusal(name, input = {}) {
      const { data, refused } = await call(name, input);
      if (!refused) throw new Error(`${name} was not refused: ${JSON.stringify(data)}`);
      return data;
    },
  };
}
