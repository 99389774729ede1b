import { existsSync, readFileSync } from 'node:fs';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { reference } from '../../../base/env-reference.ts';
import { temporaryFolder } from '../../testing/temporary-folder.ts';
import { runOptions } from '../testing/run-options.ts';
import { sampleIterations, sampleRun } from '../testing/sample-run.ts';
import { type Notice, notify } from './notify.ts';

type Target = NonNullable<Notice['run']['options']['notify']['on_finish']>;

const finished = (target: Target): Notice => ({
  event: 'finish',
  run: { ...sampleRun, options: runOptions({ notify: { on_finish: target } }) },
  iterations: sampleIterations,
});
const env = { PATH: process.env.PATH };

async function listen(answer: (request: IncomingMessage, body: string) => number | undefined) {
  const server = createServer(async (request, response) => {
    let body = '';
    for await (const chunk of request) body += String(chunk);
    const status = answer(request, body);
    if (status !== undefined) response.writeHead(status).end('ok');
  });
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  // A listening TCP server has an address with a port.
  const { port } = server.address() as AddressInfo;
  return `http://127.0.0.1:${port}/hook-of-mine`;
}

test('a command reads the result of the run on stdin', async () => {
  const root = temporaryFolder();
  expect(await notify(finished({ command: 'cat > told.json' }), { root, env })).toEqual([]);
  expect(JSON.parse(readFileSync(path.join(root, 'told.json'), 'utf8'))).toMatchObject({
    event: 'finish',
    text: expect.stringContaining('Ralph: The run was stopped after 2 iterations'),
    root,
    run_id: 'run_sample',
    exit_code: 1,
    log_path: sampleRun.log_path,
  });
});

test('a webhook gets it as JSON, at an address that only the environment knows', async () => {
  const heard: unknown[] = [];
  const address = await listen((request, body) => {
    heard.push([request.method, request.headers['content-type'], JSON.parse(body)]);
    return 200;
  });
  const notice: Notice = {
    event: 'needs_input',
    run: {
      ...sampleRun,
      options: runOptions({ notify: { on_needs_input: { webhook: reference('HOOK') } } }),
    },
    iterations: [],
    questions: [{ id: 3, task_id: 12, text: `Is ghp_${'a1'.repeat(18)} right?` }],
  };
  const place = { root: temporaryFolder(), env: { ...env, HOOK: address } };
  expect(await notify(notice, place)).toEqual([]);
  expect(heard).toEqual([
    [
      'POST',
      'application/json',
      expect.objectContaining({
        event: 'needs_input',
        questions: [{ id: 3, task_id: 12, text: 'Is [redacted:github_token] right?' }],
      }),
    ],
  ]);
});

test('who was not asked to be told is not told', async () => {
  const root = temporaryFolder();
  const notice: Notice = { ...finished({ command: 'touch told' }), event: 'needs_input' };
  expect(await notify(notice, { root, env })).toEqual([]);
  expect(existsSync(path.join(root, 'told'))).toBe(false);
});

test('troubles are warnings that name no address', async () => {
  const busy = await listen(() => 503);
  const silent = await listen(() => undefined);
  const say = (target: Target, timeoutMs?: number) =>
    notify(finished(target), {
      root: temporaryFolder(),
      env: { ...env, EMPTY: '' },
      ...(timeoutMs !== undefined && { timeoutMs }),
    });
  const said = [
    ...(await say({ command: 'echo it broke; exit 3', webhook: busy })),
    ...(await say({ webhook: silent, command: 'sleep 60' }, 200)),
    ...(await say({ webhook: reference('EMPTY') })),
    ...(await say({ webhook: 'file:///etc/hook-of-mine' })),
    ...(await say({ webhook: 'http://127.0.0.1:1/hook-of-mine' })),
  ];
  const told = 'Nobody was told of the end of the run: ';
  expect(said).toEqual([
    `${told}the command ended with exit code 3 (it broke).`,
    `${told}the webhook answered 503.`,
    `${told}the command took more than 0.2 seconds.`,
    `${told}the webhook could not be reached (time-out).`,
    `${told}the webhook needs EMPTY, which is not set.`,
    `${told}the webhook is not an http or https address.`,
    expect.stringMatching(/the webhook could not be reached \(\S.*\)\.$/),
  ]);
  expect(said.join()).not.toContain('hook-of-mine');
});
