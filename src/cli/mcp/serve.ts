import type { App } from '../../app/create-app.ts';
import { UserError } from '../../base/errors.ts';
import { resolveInside } from '../../base/paths.ts';
import { createCallTracker } from '../../server/call-tracker.ts';
import { alsoToFile, createLogFile } from '../../server/log-file.ts';
import { loopPrompts } from '../../server/prompts/loop-prompts.ts';
import { loopResources } from '../../server/resources/loop-resources.ts';
import { runResources } from '../../server/resources/run-resource.ts';
import type { ClaimedStdout } from '../../server/stdio/claim-stdout.ts';
import { type McpSurface, toolsetSurface } from '../../server/surface.ts';
import type { Invocation } from '../command.ts';
import {
  checkLogFolder,
  readSettings,
  type ServeFlags,
  type ServeSettings,
} from './serve-settings.ts';

const graceMs = 10_000;
const logFolder = '.ralph/logs';

export async function serve(options: {
  readonly invocation: Invocation;
  readonly flags: ServeFlags;
  readonly app: App;
  /** Claimed already, unless the flags rule stdio out. */
  readonly stdout: ClaimedStdout | undefined;
}): Promise<void> {
  const { invocation, flags, app, stdout } = options;
  const [root] = app.roots;
  const settings = await readSettings(app, flags, invocation);
  if (flags.logDir !== undefined) await checkLogFolder(flags.logDir);
  const logFile = createLogFile({ folder: flags.logDir ?? (await resolveInside(root, logFolder)) });
  const logger = alsoToFile(invocation.logger, logFile);
  const calls = createCallTracker();
  try {
    if (flags.builtFor !== undefined) await refuseStaleServer(app, flags.builtFor);
    // An editor's server over stdio has no use for sessions, and does not wait for their code.
    const sessions =
      flags.session !== undefined || settings.transport !== 'stdio'
        ? (await import('./session-surfaces.ts')).createSessionSurfaces(app, logger)
        : undefined;
    const own = flags.session === undefined ? undefined : await sessions?.byId(flags.session);
    const surface = own ?? (await openSurface(app, settings, logger));
    if (settings.transport === 'stdio' && stdout) {
      if (process.stdin.isTTY) invocation.output.error(atTerminal);
      const { serveStdio } = await import('../../server/stdio/serve-stdio.ts');
      await serveStdio({
        surface,
        calls,
        input: process.stdin,
        output: stdout,
        signal: invocation.signal,
        graceMs,
      });
      return;
    }
    stdout?.restore();
    const { serveOverHttp } = await import('./serve-http.ts');
    await serveOverHttp({
      invocation,
      settings,
      auth: flags.auth,
      root,
      surface,
      sessionTokens: sessions?.tokens(own),
      surfaceOf: async (key) => (key === surface.key ? surface : sessions?.byKey(key)),
      calls,
      logger,
    });
  } finally {
    logFile.close();
  }
}

/** What a client without a session sees. */
async function openSurface(
  app: App,
  settings: ServeSettings,
  logger: Invocation['logger'],
): Promise<McpSurface> {
  const [root] = app.roots;
  const surface = toolsetSurface({
    key: 'toolsets',
    registry: await app.registry(settings.toolsets),
    toolsets: settings.toolsets,
    resources: loopResources({ root, inSession: false }),
    prompts: loopPrompts({ root }),
    caller: { author: 'client', via: 'mcp', session: null },
    logger,
    instructions,
  });
  return { ...surface, resources: [...surface.resources, ...runResources(surface)] };
}

const atTerminal =
  'ralph: speaking MCP on standard input and output. Editors start this themselves: see `ralph mcp install --help`. Ctrl+C stops it.';

/** The file that started this process must agree with the Ralph that it started. */
async function refuseStaleServer(app: App, builtFor: string): Promise<void> {
  const installed = await app.projectServer.builtFor();
  if (installed === builtFor) return;
  const { serverFileName } = await import('../../session/server-file.ts');
  throw new UserError(
    `${serverFileName} was made for other tools, or another schema, than this Ralph has (${builtFor} instead of ${installed}).`,
    { hint: `Run: ralph mcp build --root ${JSON.stringify(app.roots[0])}` },
  );
}

/** Clients show this to their model once; two kilobytes is all that some of them keep. */
const instructions = [
  'Ralph runs a coding agent in a loop on this repository until the work is proven done.',
  'Start with ralph_validate: it says what is missing and how to mend it. ralph_init creates the files of the loop.',
  'ralph_run and ralph_understand start a run and answer at once; the run goes on by itself. Follow it with ralph_run_status (wait_s 20, then the next_cursor it answers) until its status is complete, failed, stopped or cancelled. A run changes no file unless allow_edits is true: ask the person first.',
  'When a run asks something, put the question to the person and send the reply with ralph_answer.',
  'Every refusal carries a code, a message and a hint: do what the hint says instead of repeating the call.',
].join('\n');
