import type { ServerResponse } from 'node:http';

export interface HttpProblem {
  readonly status: number;
  readonly code: string;
  readonly message: string;
  readonly hint: string;
  readonly headers?: Readonly<Record<string, string>>;
}

export function respondJson(
  res: ServerResponse,
  status: number,
  body: unknown,
  headers: Readonly<Record<string, string>> = {},
): void {
  if (res.headersSent || res.destroyed) {
    res.destroy();
    return;
  }
  const text = `${JSON.stringify(body)}\n`;
  res.writeHead(status, {
    'content-type': 'application/json; charset=utf-8',
    'content-length': Buffer.byteLength(text),
    ...headers,
  });
  res.end(text);
}

/** The one shape of an HTTP error: what is wrong and what to do, never how the server is made inside. */
export function respondProblem(res: ServerResponse, problem: HttpProblem): void {
  const { status, code, message, hint, headers } = problem;
  respondJson(res, status, { error: { code, message, hint } }, headers);
}
