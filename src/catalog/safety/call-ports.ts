import { ToolError } from '../../base/errors.ts';
import { closest } from '../../base/suggest.ts';
import type { Caller } from '../../tool/tool.ts';
import type { CallableTool, CallRecorder, CallRules, ToolDefinitions } from '../call/ports.ts';
import type { CatalogSettings } from '../config.ts';
import type { Catalog } from '../index/catalog.ts';
import type { CatalogTool } from '../index/catalog-tool.ts';
import { accessFor } from './access.ts';
import type { AccessSettings } from './access-config.ts';
import { createCallRate } from './call-rate.ts';

/** What a call needs of the index: the definition, a place for its outcome, and whether it is allowed. */
export function createCallPorts(catalog: Catalog): {
  readonly definitions: ToolDefinitions;
  readonly recorder: CallRecorder;
  readonly rules: CallRules;
} {
  const rate = createCallRate(() => catalog.clock.now().getTime());
  const known = new WeakMap<CatalogTool, CallableTool>();
  const refusalOf = rememberedRefusals();
  function callable(tool: CatalogTool): CallableTool {
    const found = known.get(tool) ?? {
      inputSchema: tool.definition().inputSchema,
      schemaHash: tool.hash,
      quarantined: tool.quarantine,
    };
    known.set(tool, found);
    return found;
  }

  /** What was not there half a second ago may have been synced since. */
  async function findNow(server: string, name: string): Promise<CallableTool | undefined> {
    const tool = (await catalog.snapshot()).find(server, name);
    return tool && callable(tool);
  }

  function judge(rules: CatalogSettings, server: string, tool: string, caller: Caller): void {
    const id = `${server}/${tool}`;
    const rule = refusalOf(rules.access, caller.session, server, tool);
    if (rule !== undefined) throw notAllowed(id, rule);
    rate.take(caller.session?.id ?? caller.author, id, rules.rate_limit);
  }

  return {
    definitions: {
      find(server, name) {
        const tool = catalog.recentSnapshot()?.find(server, name);
        return tool ? callable(tool) : findNow(server, name);
      },
      async similar(id, caller) {
        const { access: rules } = await catalog.settings();
        const access = accessFor(rules, caller.session);
        const tools = (await catalog.snapshot()).tools.filter(
          (tool) => access.refusal(tool.server, tool.name) === undefined,
        );
        const near = closest(
          id,
          tools.map((tool) => tool.id),
        );
        const name = id.slice(id.indexOf('/') + 1);
        const namesakes = tools.filter((tool) => tool.name === name).map((tool) => tool.id);
        return [...new Set([...(near === undefined ? [] : [near]), ...namesakes])].slice(0, 3);
      },
    },
    recorder: catalog,
    rules: {
      check(server, tool, caller) {
        const recent = catalog.recentSettings();
        return recent
          ? judge(recent, server, tool, caller)
          : catalog.settings().then((rules) => judge(rules, server, tool, caller));
      },
    },
  };
}

/** What the rules say of each tool for each session, worked out once while they stay as they are. */
function rememberedRefusals() {
  const bySettings = new WeakMap<AccessSettings, Map<string, string | undefined>>();
  return (access: AccessSettings, session: Caller['session'], server: string, tool: string) => {
    const known = bySettings.get(access) ?? new Map<string, string | undefined>();
    bySettings.set(access, known);
    const key = `${session?.id ?? ''}\0${server}/${tool}`;
    if (!known.has(key)) known.set(key, accessFor(access, session).refusal(server, tool));
    return known.get(key);
  };
}

/** The refusal of a tool that this session has no part in. */
export function notAllowed(id: string, rule: string): ToolError {
  return new ToolError('not_allowed', `${id} may not be used here: ${rule} in ralph.yaml.`, {
    hint: 'Look for another tool with catalog_search, or go on without one.',
  });
}
