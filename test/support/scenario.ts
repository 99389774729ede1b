import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { onTestFinished } from 'vitest';
import { type App, createApp } from '../../src/app/create-app.ts';
import { createLogger } from '../../src/base/logger.ts';
import type { Task } from '../../src/project/model.ts';
import { type ProjectStore, projectStore } from '../../src/project/store/project-store.ts';
import type { NewTask } from '../../src/project/store/tasks.ts';
import type { ProjectTables } from '../../src/project/tables.ts';
import { addTaskWithParents } from '../../src/project/testing/add-task.ts';
import type { SessionPlan, SessionRequest } from '../../src/session/plan.ts';
import { planSession } from '../../src/session/plan-session.ts';
import type { Database } from '../../src/storage/open-database.ts';
import { builtProgram } from './run-program.ts';
import { scratchFolder } from './scratch-folder.ts';

type Data = { readonly [key: string]: unknown };

interface Result {
  readonly refused: boolean;
  readonly text: string;
  readonly data: Data;
}

/** A session's agent: a real client on the built program, started as the session's MCP config says. */
export interface Agent {
  readonly plan: SessionPlan;
  readonly client: Client;
  tools(): Promise<string[]>;
  call(name: string, input?: Data): Promise<Result>;
  /** The structured content of a call that must succeed. */
  answer(name: string, input?: Data): Promise<Data>;
  /** The error of a call that must be refused. */
  refusal(name: string, input?: Data): Promise<Data>;
  close(): Promise<void>;
}

/** A project in a folder of its own, as a person left it, and the agents that Ralph launches on it. */
export interface Scenario {
  readonly root: string;
  readonly app: App;
  /** Reads or writes the database directly, as a person would have. */
  store<T>(work: (store: ProjectStore) => Promise<T>): Promise<T>;
  addTask(
    task: Partial<NewTask> & { title: string },
    dependsOn?: readonly number[],
  ): Promise<number>;
  task(id: number): Promise<Task>;
  plan(request: SessionRequest): Promise<SessionPlan>;
  launch(request: SessionRequest): Promise<Agent>;
  /** Another connection of a session that is planned already. */
  connect(plan: SessionPlan): Promise<Agent>;
}

export async function scenario(): Promise<Scenario> {
  const root = scratchFolder();
  const app = createApp({
    roots: [root],
    env: {},
    logger: createLogger({ level: 'error', format: 'text', write: () => {} }),
  });
  onTestFinished(() => app.close());

  async function store<T>(work: (store: ProjectStore) => Promise<T>): Promise<T> {
    const database: Database<ProjectTables> = await app.database();
    const stamp = {
      author: 'person',
      sessionId: null,
      tool: 'test',
      now: new Date().toISOString(),
    };
    return database.transaction((tx) => work(projectStore(tx, database.dialect, stamp)));
  }

  async function connect(plan: SessionPlan): Promise<Agent> {
    const client = new Client({ name: 'agent', version: '1.0.0' });
    await client.connect(
      new StdioClientTransport({
        command: process.execPath,
        args: [builtProgram, 'mcp', '--root', root, '--session', plan.session_id],
        stderr: 'ignore',
      }),
    );
    onTestFinished(() => client.close());

    async function call(name: string, input: Data = {}): Promise<Result> {
      const result = await client.callTool({ name, arguments: { ...input } });
      const [block] = result.content;
      return {
        refused: result.isError === true,
        text: block?.type === 'text' ? block.text : '',
        data: { ...Object(result.structuredContent) },
      };
    }
    return {
      plan,
      client,
      call,
      async tools() {
        return (await client.listTools()).tools.map(({ name }) => name);
      },
      async answer(name, input) {
        const { refused, data, text } = await call(name, input);
        if (refused) throw new Error(`${name} was refused: ${text}`);
        return data;
      },
      async refusal(name, input) {
        const { refused, data, text } = await call(name, input);
        if (!refused) throw new Error(`${name} was not refused: ${text}`);
        return data;
      },
      close: () => client.close(),
    };
  }

  const plan: Scenario['plan'] = async (request) => (await planSession(app.sessions, request)).plan;

  return {
    root,
    app,
    store,
    connect,
    plan,
    task: (id) => store(({ tasks }) => tasks.get(id)),
    launch: async (request) => connect(await plan(request)),

    addTask(task, dependsOn = []) {
      const { feature = 'authentication', discipline = 'backend' } = task;
      return store((opened) =>
        addTaskWithParents(opened, { ...task, feature, discipline }, dependsOn),
      );
    },
  };
}
