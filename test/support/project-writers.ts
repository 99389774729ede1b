import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { bundleFixture } from './bundle-fixture.ts';
import { builtProgram, runProgramFile } from './run-program.ts';

export interface Writer {
  /** The id the server answered with, once it has answered. */
  create(title: string): Promise<number>;
  /** As the machine would: without a chance to tidy up. */
  kill(): void;
  close(): Promise<void>;
}

/** One process of `ralph mcp` with the project's tools, and a real client on it. */
async function startWriter(root: string): Promise<Writer> {
  const client = new Client({ name: 'writer', version: '1.0.0' });
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: [builtProgram, 'mcp', '--root', root, '--toolsets', 'project'],
    stderr: 'ignore',
  });
  await client.connect(transport);
  return {
    async create(title) {
      const result = await client.callTool({
        name: 'create_task',
        arguments: { feature: 'load', discipline: 'backend', title, status: 'pending' },
      });
      if (result.isError) throw new Error(JSON.stringify(result.structuredContent));
      return Object(result.structuredContent).task.id;
    },
    kill() {
      if (transport.pid !== null) process.kill(transport.pid, 'SIGKILL');
    },
    close: () => client.close(),
  };
}

/** Every writer creates its tasks one after the other, all writers at once: titles by the ids they got. */
export async function createTogether(
  root: string,
  writers: number,
  each: number,
): Promise<Map<number, string>> {
  const started = await Promise.all(Array.from({ length: writers }, () => startWriter(root)));
  const answered = new Map<number, string>();
  try {
    await Promise.all(
      started.map(async (writer, who) => {
        for (let n = 0; n < each; n++) {
          const title = `${who}.${n}`;
          answered.set(await writer.create(title), title);
        }
      }),
    );
  } finally {
    await Promise.all(started.map((writer) => writer.close()));
  }
  return answered;
}

/** Writers that go on until they are killed; what they were told was done, by id. */
export async function killInTheMiddle(
  root: string,
  writers: number,
  after: number,
): Promise<Map<number, string>> {
  const started = await Promise.all(Array.from({ length: writers }, () => startWriter(root)));
  const answered = new Map<number, string>();
  const ends = started.map(async (writer, who) => {
    try {
      for (let n = 0; ; n++) {
        const title = `${who}.${n}`;
        answered.set(await writer.create(title), title);
      }
    } catch {
      // The connection is gone with the process, in the middle of whatever it was doing.
    }
  });
  for (const [place, writer] of started.entries()) {
    const enough = ((place + 1) * after) / writers;
    while (answered.size < enough) await sleep(1);
    writer.kill();
  }
  await Promise.all(ends);
  await Promise.all(started.map((writer) => writer.close()));
  return answered;
}

/** Processes that each claim `each` tasks: the ids they got. */
export async function claimTogether(
  root: string,
  processes: number,
  each: number,
): Promise<number[]> {
  const claimer = await bundleFixture('project/claimer', { besidePackages: true });
  try {
    const runs = await Promise.all(
      Array.from({ length: processes }, () => runProgramFile(claimer.file, [root, String(each)])),
    );
    return runs.flatMap(({ code, stdout, stderr }) => {
      if (code !== 0) throw new Error(stderr);
      return JSON.parse(stdout);
    });
  } finally {
    claimer.remove();
  }
}
