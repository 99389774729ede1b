import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { UserError } from '../../base/errors.ts';
import { errorCode } from '../../base/file-errors.ts';

/** Starts to listen, or says why it cannot and what to do. Answers the port, which 0 leaves to the system. */
export async function listen(server: Server, host: string, port: number): Promise<number> {
  try {
    await new Promise<void>((resolve, reject) => {
      server.once('error', reject);
      server.listen({ host, port, exclusive: true }, () => {
        server.off('error', reject);
        resolve();
      });
    });
  } catch (thrown) {
    throw listenProblem(thrown, host, port);
  }
  const address = server.address();
  return isAddress(address) ? address.port : port;
}

function isAddress(address: string | AddressInfo | null): address is AddressInfo {
  return address !== null && typeof address === 'object';
}

/** What keeps a server from listening, and what to do; anything unheard of as it is. */
export function listenProblem(thrown: unknown, host: string, port: number): unknown {
  const code = errorCode(thrown);
  switch (code) {
    case 'EADDRINUSE':
      return new UserError(`Port ${port} on ${host} is already in use.`, {
        hint: `Stop the program that uses it (perhaps another \`ralph mcp\`), or choose another with --port ${port === 65_535 ? port - 1 : port + 1}.`,
        cause: thrown,
      });
    case 'EACCES':
      return new UserError(`This user may not listen on port ${port}.`, {
        hint: 'Ports below 1024 need special rights: choose a higher one with --port 8765.',
        cause: thrown,
      });
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
    case 'EINVAL':
      return new UserError(`"${host}" is not an address of this machine.`, {
        hint: 'Use --host 127.0.0.1 (this machine only), or an address that this machine has.',
        cause: thrown,
      });
    default:
      return thrown;
  }
}
