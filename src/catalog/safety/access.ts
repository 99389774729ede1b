import type { SessionIdentity } from '../../tool/tool.ts';
import type { AccessSettings } from './access-config.ts';

interface Rule {
  readonly allow: readonly string[];
  readonly deny: readonly string[];
}

export interface Access {
  /** Undefined when the tool may be seen and called, else the rule that forbids it. */
  refusal(server: string, tool: string): string | undefined;
  /** The same for everybody who has the same rules. */
  readonly key: string;
}

/** What a session may use of the catalog: every rule that holds for it must agree. */
export function accessFor(settings: AccessSettings, session: SessionIdentity | null): Access {
  const rules: [string, Rule][] = [['catalog.access', settings]];
  const add = (kind: 'recipes' | 'disciplines', name: string | null | undefined) => {
    const rule = name === null || name === undefined ? undefined : settings[kind][name];
    if (rule) rules.push([`catalog.access.${kind}.${name}`, rule]);
  };
  if (session) {
    add('recipes', session.recipe);
    if (session.base_recipe !== session.recipe) add('recipes', session.base_recipe);
    add('disciplines', session.discipline);
  }
  const compiled = rules.map(([where, { allow, deny }]) => ({
    where,
    allow: allow.map(matcher),
    deny: deny.map(matcher),
  }));
  return {
    key: rules.map(([where]) => where).join('+'),
    refusal(server, tool) {
      for (const { where, allow, deny } of compiled) {
        if (deny.some((matches) => matches(server, tool))) return `${where}.deny`;
        if (allow.length > 0 && !allow.some((matches) => matches(server, tool)))
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
