import { errorMessage, ToolError } from '../../base/errors.ts';
import { findProgram } from '../../base/processes/find-program.ts';
import { resolveReferences } from '../../catalog/connections/resolve-references.ts';
import type { ServerSpec } from '../../catalog/connections/server-spec.ts';
import type { IndexedServer } from '../../catalog/index/list-servers.ts';
import { loadServerSpecs } from '../../catalog/sources/load-specs.ts';
import { countText, momentText } from '../../loop/runs/report/amounts.ts';
import { type CheckGroup, type CheckResult, type DoctorContext, ok, warn } from './check.ts';

/** The downstream servers as they are configured and were last seen; none is started. */
export const catalog: CheckGroup = {
  name: 'catalog',
  async run(context) {
    const { root, env } = context;
    const settings = (await context.settings())?.catalog;
    if (!settings) return [];
    const { specs, problems } = await loadServerSpecs({ settings, root, env });
    const known = new Map((await context.catalogServers()).map((row) => [row.server, row]));
    const servers = await Promise.all(
      specs.map(async (spec) =>
        describeServer(spec, known.get(spec.name), await obstacleTo(spec, context)),
      ),
    );
    const unread = problems.map((problem) =>
      warn('catalog', problem, 'Correct the file, or take it out of catalog.import in ralph.yaml.'),
    );
    return [...servers, ...unread];
  },
};

interface Obstacle {
  readonly message: string;
  readonly fix: string;
}

/** What would keep a server from starting, as far as can be seen from here. */
async function obstacleTo(
  spec: ServerSpec,
  { root, env, platform }: DoctorContext,
): Promise<Obstacle | undefined> {
  if (!spec.enabled) return undefined;
  try {
    await resolveReferences(spec, root, env);
  } catch (thrown) {
    const fix = thrown instanceof ToolError ? thrown.hint : `Correct its entry in ${spec.source}.`;
    return { message: errorMessage(thrown), fix };
  }
  const { command } = spec;
  if (command === undefined) return undefined;
  if (await findProgram(command, { env, folder: root, platform })) return undefined;
  return {
    message: `"${command}" was not found on PATH`,
    fix: `Install it, or correct the entry in ${spec.source}.`,
  };
}

function describeServer(
  { name, source, enabled }: Pick<ServerSpec, 'name' | 'source' | 'enabled'>,
  seen: IndexedServer | undefined,
  obstacle: Obstacle | undefined,
): CheckResult {
  const title = `server ${name}`;
  if (!enabled) return ok(title, `Switched off in ${source}`);
  if (obstacle) return warn(title, obstacle.message, obstacle.fix);
  if (seen?.last_error) {
    return warn(
      title,
      `It failed when it was last asked: ${seen.last_error}`,
      `Run "ralph catalog doctor ${name}".`,
    );
  }
  if (!seen?.listed_at) {
    return ok(title, `From ${source}; not asked for its tools yet ("ralph catalog sync" does)`);
  }
  const about = `${countText(seen.tools, 'tool')}, last asked ${momentText(seen.listed_at)}`;
  if (seen.quarantined === 0) return ok(title, about);
  return warn(
    title,
    `${about}; ${seen.quarantined} held back: changed since first seen, or with orders in the text`,
    'Look at them, and approve those that are fine: "ralph catalog approve".',
  );
}
