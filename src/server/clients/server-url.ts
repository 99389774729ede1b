import { UserError } from '../../base/errors.ts';

/** Reads `--http URL`; an address without a path means the place where Ralph serves. */
export function parseServerUrl(text: string): URL {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url === undefined || !['http:', 'https:'].includes(url.protocol)) {
    throw new UserError(`"${text}" is not an http or https URL.`, {
      hint: 'Give the address of the running server, as in --http http://127.0.0.1:8765/mcp.',
      exitCode: 2,
    });
  }
  if (url.username !== '' || url.password !== '') {
    throw new UserError('The URL holds a user name or password.', {
      hint: 'Leave it out: Ralph is reached with a token, which is written as a header.',
      exitCode: 2,
    });
  }
  if (url.pathname === '/') url.pathname = '/mcp';
  return url;
}

/** The URL of a server that listens on `host`, as a client on the same machine writes it. */
export function serverUrl(host: string, port: number): string {
  const reachable = host === '0.0.0.0' || host === '::' ? '127.0.0.1' : host;
  return `http://${reachable.includes(':') ? `[${reachable}]` : reachable}:${port}/mcp`;
}

export function isLoopback(url: URL): boolean {
  return /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])$/.test(url.hostname);
}
