import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { beforeAll, expect, it, onTestFinished } from 'vitest';
import { z } from 'zod';
import { ralph } from '../support/run-program.ts';
import { runProject } from '../support/run-project.ts';
import { pointAt } from '../support/scripted-model/agent-at-model.ts';
import { installAgents } from '../support/scripted-model/installed-agents.ts';
import {
  type ModelRequest,
  type ModelStep,
  writing,
  written,
} from '../support/scripted-model/script.ts';
import { startScriptedModel } from '../support/scripted-model/scripted-model.ts';

const reportServer = path.resolve(
  import.meta.dirname,
  '../../src/loop/agents/testing/report-server.mjs',
);
const failure = 'AssertionError: out.txt does not say who has written it';

beforeAll(() => {
  installAgents();
});

/**
 * A model that knows nothing but its prompt: without a recalled error it looks at its task and gives up; with one it
 * reports through a downstream tool, writes what was missing, closes its task and names the note that helped.
 */
function modelStep(request: ModelRequest, file: string, body: string): ModelStep {
  const { tools, answered } = request;
  const next = (name: string, input: Readonly<Record<string, unknown>>): readonly ModelStep[] => {
    const isIt = new RegExp(`(?:^|[_-])${name}$`);
    const call = tools.find((tool) => isIt.test(tool.name));
    return call && !answered.some((one) => isIt.test(one)) ? [{ call, input }] : [];
  };
  if (tools.length === 0) return { say: 'A title' };
  const note = /### \[ERROR\] (ctx_\w+)/.exec(body)?.[1];
  if (note === undefined) return next('get_task', {})[0] ?? { say: 'I see nothing to do.' };
  const writer = writing(request, file);
  const report = { tool: 'reporter/report', arguments: { note: 'told by the catalog' } };
  const [step] = [
    ...next('catalog_call', report),
    ...(writer && !answered.includes(writer.call.name) ? [writer] : []),
    ...next('complete_task', { summary: 'It is written.', evidence: ['the gate'] }),
  ];
  return step ?? { say: `Written, as ${note} told me to.` };
}

const shown = z.object({
  iterations: z.array(
    z.object({
      status: z.string(),
      context: z.object({
        told: z.array(z.object({ id: z.string(), cited: z.boolean() })),
        stored: z.object({
          id: z.string(),
          errors: z.array(z.string()),
          fixed: z.array(z.string()),
        }),
      }),
    }),
  ),
});

it.each(['claude', 'codex'] as const)(
  '%s is told in the second iteration what went wrong in the first, uses both kinds of tools, and is proven right',
  async (agent) => {
    const project = runProject({ turns: [] });
    const home = project.env.HOME ?? '';
    const model = await startScriptedModel('ok', path.join(project.root, 'out.txt'), modelStep);
    onTestFinished(() => model.close());
    const { env, files = {}, ...pointing } = pointAt[agent](model.url, home);
    for (const [name, text] of Object.entries(files)) {
      mkdirSync(path.join(home, path.dirname(name)), { recursive: true });
      writeFileSync(path.join(home, name), text);
    }
    const reports = path.join(home, 'reports.txt');
    const gate = `grep -q '${written}' out.txt 2>/dev/null || { echo '${failure}'; exit 1; }`;
    project.write(
      'ralph.yaml',
      JSON.stringify({
        agents: {
          default: agent,
          [agent]: { model: pointing.model, args: pointing.extraArgs ?? [] },
        },
        run: { sleep_seconds: 0 },
        gates: [{ name: 'test', run: gate }],
        learning: { mcp_context: { credit: { holdout: 0 } } },
        catalog: {
          servers: {
            reporter: {
              command: process.execPath,
              args: [reportServer],
              env: { REPORT_FILE: reports },
            },
          },
        },
      }),
    );
    const environment = {
      ...project.env,
      ...env,
      PATH: `${installAgents()}:${path.dirname(process.execPath)}:${process.env.PATH}`,
    };
    const call = async (...args: string[]) => {
      const done = await ralph(args, { cwd: project.root, env: environment });
      expect(done.code, `${args.join(' ')}\n${done.stdout}\n${done.stderr}`).toBe(0);
      return done.stdout;
    };
    await call('feature', 'add', 'notes', '--display-name', 'Notes');
    await call(
      'discipline',
      'add',
      'backend',
      '--display-name',
      'Backend',
      '--icon',
      'box',
      '--color',
      '#336699',
    );
    await call(
      'task',
      'add',
      'Write out.txt',
      '--feature',
      'notes',
      '--discipline',
      'backend',
      '--status',
      'pending',
    );
    await call('catalog', 'sync');

    await call('run', '4', '--tasks', '--ui', 'plain');
    const second = shown.parse(
      JSON.parse(await call('runs', 'show', '--iteration', '2', '--json')),
    );
    const first = shown.parse(JSON.parse(await call('runs', 'show', '--iteration', '1', '--json')));
    const [error = ''] = first.iterations[0]?.context.stored.errors ?? [];
    const { stored, told } = second.iterations[0]?.context ?? {};
    expect(told).toEqual([{ id: error, cited: true }]);
    expect(stored?.fixed).toContain(error);
    // The model does nothing but what its prompt's error tells it to, and then names that.
    const said = await call('context', 'show', stored?.id ?? '');
    expect(said).toContain(`Written, as ${error} told me to.`);
    expect(await call('context', 'show', error)).toContain(failure);
    expect(readFileSync(reports, 'utf8')).toBe('told by the catalog\n');
    expect(await call('task', 'show', '1')).toContain('done');
  },
  300_000,
);
