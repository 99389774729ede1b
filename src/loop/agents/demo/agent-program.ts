/**
 * What a scripted agent does in one launch: the first turn whose `until_exists` is not there yet and whose `when`,
 * regular expressions all of them, are found in the prompt. What a named group finds stands for `{{name}}` in every
 * text of the steps that follow.
 */
export interface DemoScript {
  readonly turns: readonly {
    readonly until_exists?: string;
    readonly when?: readonly string[];
    readonly steps: readonly DemoStep[];
  }[];
}

export type DemoStep =
  /** Looks in the prompt, or in what the last call or command answered. The agent fails when it is not there. */
  | { readonly capture: string; readonly from: 'prompt' | 'answer' }
  | { readonly say: string }
  | { readonly event: Readonly<Record<string, unknown>> }
  | { readonly write: string; readonly text: string }
  | { readonly delete: string }
  | { readonly run: string; readonly background?: boolean }
  | { readonly call: string; readonly arguments?: unknown; readonly server?: string }
  | { readonly save_prompt: string }
  | { readonly sleep_ms: number }
  | { readonly exit: number };

/**
 * The scripted agent itself. It runs as a process of its own, from the text of this very function: so it may use
 * nothing but what Node has without an import. It speaks the few lines of MCP that a tool call needs by hand.
 */
export async function demoAgent(): Promise<void> {
  const fs = process.getBuiltinModule('node:fs');
  const path = process.getBuiltinModule('node:path');
  const { spawn } = process.getBuiltinModule('node:child_process');
  const readline = process.getBuiltinModule('node:readline');
  const prompt = fs.readFileSync(0, 'utf8');
  const script: DemoScript = JSON.parse(
    fs.readFileSync(process.env.RALPH_DEMO_SCRIPT ?? '', 'utf8'),
  );
  const connections = new Map<string, ReturnType<typeof connect>>();
  const captured = new Map<string, string>();
  let calls = 0;
  let answered = '';

  const say = (line: string) => process.stdout.write(`${line}\n`);
  const tell = (event: object) => say(`@@RALPH@@ ${JSON.stringify(event)}`);

  function connect(name: string) {
    const config = JSON.parse(fs.readFileSync(process.env.RALPH_MCP_CONFIG ?? '', 'utf8'));
    const server = config.mcpServers[name];
    const child = spawn(server.command, server.args ?? [], {
      env: { ...process.env, ...server.env },
      stdio: ['pipe', 'pipe', 'ignore'],
    });
    const waiting = new Map<number, (answer: Record<string, unknown> | Error) => void>();
    const lost = () => {
      for (const settle of waiting.values()) settle(new Error(`the server ${name} ended`));
    };
    child.on('error', lost);
    child.on('close', lost);
    child.stdin.on('error', lost);
    readline.createInterface({ input: child.stdout }).on('line', (line) => {
      const message = JSON.parse(line);
      waiting.get(message.id)?.(message);
    });
    const send = (message: object) =>
      child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
    const ask = (method: string, params: object) =>
      new Promise<Record<string, unknown>>((resolve, reject) => {
        const id = waiting.size + 1;
        waiting.set(id, (answer) => (answer instanceof Error ? reject(answer) : resolve(answer)));
        send({ id, method, params });
        if (child.exitCode !== null || child.pid === undefined) lost();
      });
    const ready = ask('initialize', {
      protocolVersion: '2025-06-18',
      capabilities: {},
      clientInfo: { name: 'ralph-demo-agent', version: '1' },
    }).then(
      () => {
        send({ method: 'notifications/initialized' });
        tell({ kind: 'mcp_status', server: name, status: 'connected' });
      },
      (error: unknown) => {
        tell({ kind: 'mcp_status', server: name, status: 'failed', message: String(error) });
        throw error;
      },
    );
    return { ready, ask, close: () => child.stdin.end() };
  }

  async function callTool(server: string, tool: string, input: unknown): Promise<void> {
    const id = `call_${++calls}`;
    tell({ kind: 'tool_start', id, tool: `mcp__${server}__${tool}`, input });
    const end = (ok: boolean, output: string) => {
      answered = output;
      tell({ kind: 'tool_end', id, tool: `mcp__${server}__${tool}`, ok, output });
    };
    try {
      const connection = connections.get(server) ?? connect(server);
      connections.set(server, connection);
      await connection.ready;
      const answer = await connection.ask('tools/call', { name: tool, arguments: input });
      const result = Object(answer.result);
      end(
        answer.error === undefined && result.isError !== true,
        JSON.stringify(answer.error ?? result.structuredContent ?? result.content),
      );
    } catch (error) {
      end(false, String(error));
    }
  }

  function run(command: string, background: boolean): Promise<void> {
    const id = `call_${++calls}`;
    tell({ kind: 'tool_start', id, tool: 'shell', input: { command } });
    if (background) {
      spawn(command, { shell: true, stdio: 'ignore' }).unref();
      return Promise.resolve();
    }
    const child = spawn(command, { shell: true, stdio: ['ignore', 'pipe', 'pipe'] });
    let output = '';
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding('utf8').on('data', (text: string) => {
        output += text;
      });
    return new Promise((resolve) => {
      child.on('close', (code) => {
        answered = output;
        tell({ kind: 'tool_end', id, tool: 'shell', ok: code === 0, output });
        resolve();
      });
    });
  }

  function capture(pattern: string, text: string): boolean {
    const found = new RegExp(pattern, 'm').exec(text);
    for (const [name, value] of Object.entries(found?.groups ?? {})) captured.set(name, value);
    return found !== null;
  }

  /** The step with what was captured in the place of `{{name}}`, however deep. */
  function filled<Value>(value: Value): Value {
    const text = JSON.stringify(value).replace(/\{\{(\w+)\}\}/g, (whole, name) =>
      JSON.stringify(captured.get(name) ?? whole).slice(1, -1),
    );
    return JSON.parse(text);
  }

  function giveUp(message: string): never {
    tell({ kind: 'error', message });
    process.exit(1);
  }

  async function perform(step: DemoStep): Promise<void> {
    if ('capture' in step) {
      const where = step.from === 'prompt' ? prompt : answered;
      if (!capture(step.capture, where)) giveUp(`${step.capture} is not in the ${step.from}`);
    } else if ('say' in step) say(step.say);
    else if ('event' in step) tell(step.event);
    else if ('write' in step) write(step.write, step.text);
    else if ('save_prompt' in step) write(step.save_prompt, prompt);
    else if ('delete' in step) fs.rmSync(step.delete, { recursive: true, force: true });
    else if ('run' in step) await run(step.run, step.background === true);
    else if ('call' in step)
      await callTool(step.server ?? 'ralph', step.call, step.arguments ?? {});
    else if ('sleep_ms' in step) await new Promise((wake) => setTimeout(wake, step.sleep_ms));
    else process.exit(step.exit);
  }

  function write(file: string, text: string): void {
    const id = `call_${++calls}`;
    tell({ kind: 'tool_start', id, tool: 'write', input: { path: file } });
    fs.mkdirSync(path.dirname(path.resolve(file)), { recursive: true });
    fs.writeFileSync(file, text);
    tell({ kind: 'tool_end', id, tool: 'write', ok: true });
  }

  const turn = script.turns.find(
    ({ until_exists: file, when = [] }) =>
      (file === undefined || !fs.existsSync(file)) &&
      when.every((pattern) => new RegExp(pattern, 'm').test(prompt)),
  );
  for (const pattern of turn?.when ?? []) capture(pattern, prompt);
  for (const step of turn?.steps ?? []) await perform(filled(step));
  for (const connection of connections.values()) connection.close();
}
