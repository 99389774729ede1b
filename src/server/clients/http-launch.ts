import path from 'node:path';
import { UserError } from '../../base/errors.ts';
import { readTextIfExists } from '../../base/files.ts';
import type { HttpLaunch, Place, TokenSource } from './client.ts';
import { isLoopback, parseServerUrl } from './server-url.ts';

export const tokenVariable = 'RALPH_MCP_TOKEN';

/** How a client is to reach a server that already runs, and with which token. */
export async function httpLaunch(url: string, place: Place): Promise<HttpLaunch> {
  const parsed = parseServerUrl(url);
  return { url: parsed.href, token: await tokenFor(parsed, place) };
}

/** A reference to the variable where it is set, so that no secret is written; else the server's own token. */
async function tokenFor(url: URL, place: Place): Promise<TokenSource> {
  const fromVariable = place.env[tokenVariable]?.trim();
  if (fromVariable) {
    checkToken(fromVariable, tokenVariable);
    return { kind: 'variable', name: tokenVariable };
  }
  const file = path.join(place.root, '.ralph', 'mcp', 'token');
  if (!isLoopback(url)) {
    // The file's token opens the server on this machine and is nobody else's to see.
    throw new UserError(`No token is known for ${url.host}.`, {
      hint: `Set ${tokenVariable} to that server's token and run this again.`,
    });
  }
  const value = (await readTextIfExists(file))?.trim();
  if (!value) {
    throw new UserError(
      `There is no token yet: ${tokenVariable} is not set and ${file} is missing.`,
      {
        hint: 'Start the server once with "ralph mcp --transport http", which creates the token, then run this again.',
      },
    );
  }
  checkToken(value, file);
  return { kind: 'literal', value };
}

function checkToken(token: string, where: string): void {
  if (/^[\x21-\x7e]+$/.test(token)) return;
  throw new UserError(`The token in ${where} has characters that a header cannot carry.`, {
    hint: 'Use letters, digits and punctuation only, without spaces.',
  });
}
