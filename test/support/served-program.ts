import { onTestFinished } from 'vitest';
import { builtProgram, startProgram } from './run-program.ts';

/** `ralph mcp` over HTTP, as it is installed; its address once it serves. It is gone when the test is over. */
export async function serveProgram(
  root: string,
  options: { readonly token?: string } = {},
): Promise<{ readonly mcp: string; readonly sse: string }> {
  const access = options.token === undefined ? ['--no-auth'] : [];
  const { child, finished } = startProgram(
    builtProgram,
    ['mcp', '--root', root, '--transport', 'http', '--port', '0', ...access],
    { env: { ...process.env, RALPH_MCP_TOKEN: options.token } },
  );
  onTestFinished(() => {
    child.kill('SIGKILL');
  });
  let said = '';
  return new Promise((resolve, reject) => {
    child.stderr.on('data', (text: string) => {
      said += text;
      const base = /serving MCP at (http:\S+)\/mcp/.exec(said)?.[1];
      if (base !== undefined) resolve({ mcp: `${base}/mcp`, sse: `${base}/sse` });
    });
    void finished.then(({ stderr }) => reject(new Error(`ralph mcp ended: ${stderr}`)), reject);
  });
}
