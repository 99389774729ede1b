import type { HttpProblem } from './respond.ts';
import type { HttpRoute } from './route.ts';

// What the server answers before any route is asked.

export const wrongHost: HttpProblem = {
  status: 403,
  code: 'wrong_host',
  message: 'This server does not answer to that Host.',
  hint: 'Use the address it was started with (127.0.0.1 or localhost), or add the name to server.allowed_hosts.',
};
export const wrongOrigin: HttpProblem = {
  status: 403,
  code: 'wrong_origin',
  message: 'Pages of that Origin may not use this server.',
  hint: 'Open the page from this machine, or add its origin to server.allowed_origins.',
};
export const shuttingDown: HttpProblem = {
  status: 503,
  code: 'shutting_down',
  message: 'The server is shutting down.',
  hint: 'Start it again with `ralph mcp`, then repeat the request.',
  headers: { connection: 'close' },
};
export const unauthorized: HttpProblem = {
  status: 401,
  code: 'unauthorized',
  message: 'A valid bearer token is required.',
  hint: 'Send Authorization: Bearer TOKEN, with the token from RALPH_MCP_TOKEN or from the file that `ralph mcp` named when it started.',
  headers: { 'www-authenticate': 'Bearer realm="ralph"' },
};

export function notFound(paths: readonly string[]): HttpProblem {
  return {
    status: 404,
    code: 'not_found',
    message: 'There is nothing at this address.',
    hint: `This server has: ${paths.join(', ')}.`,
  };
}

export function wrongMethod(route: HttpRoute): HttpProblem {
  const allowed = route.methods.join(', ');
  return {
    status: 405,
    code: 'method_not_allowed',
    message: `${route.path} does not take this method.`,
    hint: `Use ${allowed}.`,
    headers: { allow: allowed },
  };
}

export function tooMany(seconds: number): HttpProblem {
  return {
    status: 429,
    code: 'too_many_requests',
    message: 'Too many requests with this token.',
    hint: `Wait ${seconds} s, then go on more slowly.`,
    headers: { 'retry-after': String(seconds) },
  };
}
