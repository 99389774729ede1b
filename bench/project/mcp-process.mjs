import { spawn } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';

/** An MCP server as a process of its own, spoken to as simply as possible, with the CPU time it has used. */
export async function startServer(command, args, options = {}) {
  const child = spawn(command, args, { stdio: ['pipe', 'pipe', 'pipe'], ...options });
  const waiting = new Map();
  let buffered = '';
  let stderr = '';
  let nextId = 1;
  child.stderr.on('data', (chunk) => {
    stderr = (stderr + chunk).slice(-2_000);
  });
  child.on('exit', (code) => {
    for (const { reject } of waiting.values()) reject(new Error(`ended with ${code}: ${stderr}`));
  });
  child.stdout.setEncoding('utf8').on('data', (chunk) => {
    const lines = (buffered + chunk).split('\n');
    buffered = lines.pop();
    for (const line of lines) {
      if (!line.startsWith('{')) continue;
      const message = JSON.parse(line);
      const asked = message.method === undefined && waiting.get(message.id);
      if (!asked) continue;
      waiting.delete(message.id);
      if (message.error) asked.reject(new Error(message.error.message));
      else asked.resolve(message.result);
    }
  });
  const send = (message) =>
    child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
  const request = (method, params) =>
    new Promise((resolve, reject) => {
      const id = nextId++;
      waiting.set(id, { resolve, reject });
      send({ id, method, params });
    });
  await request('initialize', {
    protocolVersion: '2025-11-25',
    capabilities: {},
    clientInfo: { name: 'bench', version: '1' },
  });
  send({ method: 'notifications/initialized' });
  return {
    request,
    call: (name, input) => request('tools/call', { name, arguments: input }),
    cpu: () => cpuOfTree(child.pid),
    stop: () =>
      new Promise((resolve) => {
        child.on('exit', resolve);
        for (const pid of treeOf(child.pid).reverse()) process.kill(pid, 'SIGKILL');
      }),
  };
}

/**
 * CPU milliseconds of a call, over the process and whatever it started: the best of a few rounds, because what a
 * busy machine adds is never less than nothing.
 */
export async function cpuPerCall(server, { warmUp, times, rounds = 1 }, call) {
  let n = 0;
  for (; n < warmUp; n++) await call(server, n);
  const means = [];
  for (let round = 0; round < rounds; round++) {
    const before = server.cpu();
    for (let count = 0; count < times; count++) await call(server, n++);
    means.push((server.cpu() - before) / times);
  }
  return Math.min(...means);
}

function cpuOfTree(pid) {
  let nanoseconds = 0;
  for (const one of treeOf(pid)) {
    for (const thread of readdirSync(`/proc/${one}/task`)) {
      nanoseconds += Number(
        readFileSync(`/proc/${one}/task/${thread}/schedstat`, 'utf8').split(' ')[0],
      );
    }
  }
  return nanoseconds / 1e6;
}

function treeOf(pid) {
  const children = readdirSync(`/proc/${pid}/task`).flatMap((thread) =>
    readFileSync(`/proc/${pid}/task/${thread}/children`, 'utf8').split(' ').filter(Boolean),
  );
  return [pid, ...children.flatMap((child) => treeOf(Number(child)))];
}
