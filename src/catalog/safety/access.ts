import { canonicalJson } from '../../base/json.ts';
import type { SessionIdentity } from '../../tool/tool.ts';
import type { AccessSettings } from './access-config.ts';

interface Rule {
  readonly allow: readonly string[];
  readonly deny: readonly string[];
}

export interface Access {
  /** Undefined when the tool may be seen and called, else the rule that forbids it. */
  refusal(server: string, tool: string): string | undefined;
  /** The same for everybody who has the same rules; answers are kept under it, so it names what the rules say. */
  readonly key: string;
}

/** What a session may use of the catalog: every rule that holds for it must agree. */
export function accessFor(settings: AccessSettings, session: SessionIdentity | null): Access {
  const { allow, deny } = settings;
  const rules: [string, Rule][] = [['catalog.access', { allow, deny }]];
  const add = (kind: 'recipes' | 'disciplines', name: string | null | undefined) => {
    if (name === null || name === undefined || !Object.hasOwn(settings[kind], name)) return;
    const rule = settings[kind][name];
    if (rule) rules.push([`catalog.access.${kind}.${name}`, rule]);
  };
  if (session) {
    add('recipes', session.recipe);
    if (session.base_recipe !== session.recipe) add('recipes', session.base_recipe);
    add('disciplines', session.discipline);
  }
  const compiled = rules.map(([where, rule]) => ({
    where,
    allowed: rule.allow.map(matcher),
    denied: rule.deny.map(matcher),
  }));
  return {
    key: canonicalJson(rules),
    refusal(server, tool) {
      for (const { where, allowed, denied } of compiled) {
        if (denied.some((matches) => matches(server, tool))) return `${where}.deny`;
        if (allowed.length > 0 && !allowed.some((matches) => matches(server, tool)))
          return `${where}.allow`;
      }
      return undefined;
    },
  };
}

function matcher(pattern: string): (server: string, tool: string) => boolean {
  const slash = pattern.indexOf('/');
  const server = wildcard(slash < 0 ? pattern : pattern.slice(0, slash));
  const tool = slash < 0 ? undefined : wildcard(pattern.slice(slash + 1));
  return (serverName, toolName) =>
    server.test(serverName) && (tool === undefined || tool.test(toolName));
}

function wildcard(pattern: string): RegExp {
  const parts = pattern.split('*').map((part) => part.replace(/[.+?^${}()|[\]\\]/g, '\\$&'));
  return new RegExp(`^${parts.join('.*')}$`, 's');
}
