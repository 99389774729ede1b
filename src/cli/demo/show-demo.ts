import { existsSync } from 'node:fs';
import path from 'node:path';
import { programFile } from '../../app/program.ts';
import { findProgram } from '../../base/processes/find-program.ts';
import { findAgents } from '../../loop/agents/find-agents.ts';
import { durationText } from '../../loop/runs/report/amounts.ts';
import type { Invocation } from '../command.ts';
import { type Style, styleFor } from '../terminal/style.ts';
import type { Evidence } from './evidence.ts';
import { type Finding, findingsOf } from './findings.ts';
import { typed } from './people.ts';
import { playDemo } from './play-demo.ts';
import { quietLogger } from './quiet-logger.ts';
import {
  type NextStep,
  nextSteps,
  pathStep,
  renderFindings,
  renderSteps,
} from './render-ending.ts';
import { createTelling } from './telling.ts';
import { makeThrowaway } from './throwaway.ts';

/** Plays the demo and gives an account of it: to a person as it happens, to a program at its end. */
export async function showDemo(invocation: Invocation): Promise<number> {
  const { options, env, json, output, signal } = invocation;
  const keep = options.keep === true;
  const style = styleFor(invocation);
  const print = json ? () => {} : output.line;
  const telling = createTelling(style, print);
  const began = performance.now();
  const warnings: string[] = [];
  const logger = quietLogger(invocation.logger, (text) => {
    warnings.push(text);
    telling.line('Ralph', text);
  });

  const place = await makeThrowaway(env, { keep });
  try {
    telling.title('Ralph demo');
    telling.text(
      'A small till with red tests, three tasks, and an agent that follows a script. The loop, the gates, the memory and the tools are the real ones. Nothing leaves this machine.',
    );
    const evidence = await playDemo({ logger, signal }, place, telling);
    signal.throwIfAborted();
    const findings = findingsOf(evidence);
    const took = Math.round(performance.now() - began);
    const told = {
      findings,
      took,
      folder: keep ? place.root : null,
      warnings,
      ...(await stepsFor(invocation)),
    };
    if (json) output.json(accountOf(evidence, told));
    else for (const line of ending(told, style)) output.line(line);
    return findings.every(({ ok }) => ok) ? 0 : 1;
  } finally {
    if (!keep) await place.remove();
    else if (!json && signal.aborted) output.line(`The folder is kept: ${place.root}`);
  }
}

interface Told {
  readonly findings: readonly Finding[];
  readonly took: number;
  /** Where it can be looked at, when it is kept. */
  readonly folder: string | null;
  readonly warnings: readonly string[];
  /** What makes `ralph` a command here, when it is none yet. */
  readonly first: readonly NextStep[];
  readonly next: readonly NextStep[];
}

function ending({ findings, took, folder, first, next }: Told, style: Style): string[] {
  const { bold, red } = style.colors;
  const missing = findings.filter(({ ok }) => !ok).length;
  const verdict =
    missing === 0
      ? bold(`What you saw, in ${durationText(took)}`)
      : red(`${missing} of ${findings.length} steps did not happen as they should`);
  const look = [
    ...first,
    { command: `cd ${folder}`, does: '' },
    { command: 'ralph status', does: 'how the project stands' },
    { command: 'ralph task list', does: 'the tasks, and what became of them' },
    { command: 'ralph context search half a cent', does: 'what the memory holds' },
    { command: 'git log --oneline', does: 'a commit per iteration' },
  ];
  return [
    '',
    verdict,
    ...renderFindings(findings, style, { kept: folder !== null }),
    '',
    ...(folder === null
      ? ['Nothing of it is left. To look at all of it yourself: ralph demo --keep']
      : [bold('Look at all of it'), ...renderSteps(look, style)]),
    '',
    bold('Now in your own repository'),
    ...renderSteps(folder === null ? [...first, ...next] : next, style),
  ];
}

function accountOf({ run, iterations }: Evidence, told: Told) {
  const { findings, took, folder, warnings, first, next } = told;
  return {
    ok: findings.every(({ ok }) => ok),
    run_id: run.id,
    status: run.status,
    reason: run.reason,
    iterations: iterations.length,
    duration_ms: took,
    folder,
    steps: findings.map(({ look, ...finding }) => ({
      ...finding,
      look_at: look ? typed(look) : null,
    })),
    warnings,
    next: [...first, ...next],
  };
}

async function stepsFor({ env, cwd }: Invocation): Promise<Pick<Told, 'first' | 'next'>> {
  const clone = path.dirname(path.dirname(programFile()));
  const isOnPath = (await findProgram('ralph', { env, folder: clone })) !== undefined;
  const isClone = existsSync(path.join(clone, 'ralph'));
  return {
    first: !isOnPath && isClone ? [pathStep(clone === cwd ? '$PWD' : clone)] : [],
    next: nextSteps(await findAgents(env)),
  };
}
