import path from 'node:path';
import type { AgentAdapter } from '../adapter.ts';
import { intentInEnvironment } from '../custom/adapter.ts';
import { markedLineParser } from '../custom/parser.ts';
import { demoAgent } from './agent-program.ts';

const programFile = 'demo-agent.cjs';
// A bundler that keeps functions' names calls this helper in the function's text.
const program = `const __name = (value) => value;\n(${demoAgent})();\n`;

/** A scripted agent that is always there: it does what the file named by RALPH_DEMO_SCRIPT says. */
export const demo: AgentAdapter = {
  name: 'demo',
  reports: { cost: true, tokens: true },
  worksOnStderr: true,
  command(intent) {
    const { env, files } = intentInEnvironment(intent);
    return {
      program: intent.command ?? process.execPath,
      args: [path.join(intent.scratch, programFile), ...(intent.extraArgs ?? [])],
      env,
      files: { ...files, [programFile]: program },
    };
  },
  createParser: markedLineParser,
};
