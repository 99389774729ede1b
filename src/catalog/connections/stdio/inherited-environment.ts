import type { Environment } from '../resolve-references.ts';

const names = new Set([
  'HOME',
  'PATH',
  'SHELL',
  'USER',
  'LOGNAME',
  'TERM',
  'TZ',
  'LANG',
  'LANGUAGE',
  'TMPDIR',
  'TMP',
  'TEMP',
  'HTTP_PROXY',
  'HTTPS_PROXY',
  'NO_PROXY',
  'ALL_PROXY',
  'SSL_CERT_FILE',
  'SSL_CERT_DIR',
  'NODE_EXTRA_CA_CERTS',
  'APPDATA',
  'COMSPEC',
  'HOMEDRIVE',
  'HOMEPATH',
  'LOCALAPPDATA',
  'PATHEXT',
  'PROCESSOR_ARCHITECTURE',
  'PROGRAMDATA',
  'PROGRAMFILES',
  'SYSTEMDRIVE',
  'SYSTEMROOT',
  'USERNAME',
  'USERPROFILE',
]);

/**
 * What every server program gets: enough to start and to reach the network. The rest of the user's environment
 * holds keys of other services, and a server gets only those that its entry names.
 */
export function inheritedEnvironment(env: Environment): Record<string, string> {
  const kept = Object.entries(env).filter(([name]) => {
    const upper = name.toUpperCase();
    return names.has(upper) || /^(LC_|XDG_|NPM_CONFIG_(REGISTRY|CACHE|PREFIX)$)/.test(upper);
  });
  return Object.fromEntries(
    kept.flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
  );
}
