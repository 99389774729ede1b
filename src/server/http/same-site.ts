import { hostname, networkInterfaces } from 'node:os';

const loopbackNames = ['localhost', '127.0.0.1', '[::1]'];
const everywhere = new Set(['0.0.0.0', '::', '[::]']);

export function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || /^127(\.\d{1,3}){3}$/.test(host);
}

/** Which names the server answers to, and which pages may call it from a browser. */
export interface SiteRules {
  readonly hosts: ReadonlySet<string>;
  /** Whole origins (`https://example.org`) besides those of this machine. */
  readonly origins: ReadonlySet<string>;
}

export function siteRules(options: {
  readonly host: string;
  readonly allowedHosts?: readonly string[];
  readonly allowedOrigins?: readonly string[];
}): SiteRules {
  const own = everywhere.has(options.host) ? namesOfThisMachine() : [bracketed(options.host)];
  return {
    hosts: new Set(
      [...loopbackNames, ...own, ...(options.allowedHosts ?? [])].map((name) => name.toLowerCase()),
    ),
    origins: new Set(options.allowedOrigins ?? []),
  };
}

/**
 * A page on the web can make a browser send requests here, and can make its own name resolve to this
 * machine. The Host header gives away the second, the Origin header the first.
 */
export function hostAllowed(rules: SiteRules, host: string | undefined): boolean {
  if (host === undefined || /[\s/@?#]/.test(host)) return false;
  const name = /^(\[[0-9a-f:.]+\]|[^:]+)(:\d{1,5})?$/i.exec(host)?.[1];
  return name !== undefined && rules.hosts.has(name.toLowerCase());
}

/** Programs send no Origin; browsers always do when a page asks. */
export function originAllowed(rules: SiteRules, origin: string | undefined): boolean {
  if (origin === undefined) return true;
  if (rules.origins.has(origin)) return true;
  if (!URL.canParse(origin)) return false;
  const { protocol, hostname: name } = new URL(origin);
  return /^https?:$/.test(protocol) && loopbackNames.includes(name);
}

function bracketed(host: string): string {
  return host.includes(':') && !host.startsWith('[') ? `[${host}]` : host;
}

function namesOfThisMachine(): string[] {
  const addresses = Object.values(networkInterfaces()).flatMap((entries) => entries ?? []);
  return [hostname(), ...addresses.map(({ address }) => bracketed(address))];
}
