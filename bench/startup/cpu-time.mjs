import { spawn, spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';

/** CPU milliseconds a living process has used, over all its threads (Linux). */
function cpuOf(pid) {
  let nanoseconds = 0;
  for (const thread of readdirSync(`/proc/${pid}/task`)) {
    nanoseconds += Number(
      readFileSync(`/proc/${pid}/task/${thread}/schedstat`, 'utf8').split(' ')[0],
    );
  }
  return nanoseconds / 1e6;
}

/** Starts a stdio server and measures it at the moment its `tools/list` answer arrives. */
export function coldStart(command, args, options = {}) {
  return new Promise((resolve, reject) => {
    const started = performance.now();
    const child = spawn(command, args, { stdio: ['pipe', 'pipe', 'pipe'], ...options });
    let stderr = '';
    let buffered = '';
    child.stderr.on('data', (chunk) => {
      stderr += chunk;
    });
    child.on('error', reject);
    child.on('exit', (code) => reject(new Error(`${command} ended with ${code}: ${stderr}`)));
    const send = (message) =>
      child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
    child.stdout.on('data', (chunk) => {
      buffered += chunk;
      for (let end = buffered.indexOf('\n'); end >= 0; end = buffered.indexOf('\n')) {
        const answer = JSON.parse(buffered.slice(0, end));
        buffered = buffered.slice(end + 1);
        if (answer.id === 1) {
          send({ method: 'notifications/initialized' });
          send({ id: 2, method: 'tools/list' });
        } else if (answer.id === 2) {
          const result = {
            cpu_ms: cpuOf(child.pid),
            wall_ms: performance.now() - started,
            rss_mb:
              Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${child.pid}/status`, 'utf8'))[1]) /
              1024,
            tools: answer.result.tools.length,
          };
          child.removeAllListeners('exit');
          child.on('exit', () => resolve(result));
          child.kill('SIGKILL');
        }
      }
    });
    send({
      id: 1,
      method: 'initialize',
      params: {
        protocolVersion: '2025-11-25',
        capabilities: {},
        clientInfo: { name: 'bench', version: '1' },
      },
    });
  });
}

/** Mean CPU milliseconds of a command that ends by itself, over `times` runs. */
export function shortRun(command, args, times, options = {}) {
  const script =
    'TIMEFORMAT="%U %S"; time (for ((i = 0; i < TIMES; i++)); do "$0" "$@" >/dev/null; done)';
  const { stderr, status } = spawnSync('bash', ['-c', script, command, ...args], {
    encoding: 'utf8',
    ...options,
    env: { ...process.env, ...options.env, TIMES: String(times) },
  });
  if (status !== 0) throw new Error(stderr);
  const [user, system] = stderr.trim().split('\n').at(-1).split(' ').map(Number);
  return ((user + system) * 1000) / times;
}
