import { z } from 'zod';
import { about } from '../base/about.ts';
import { transport } from '../context/config.ts';
import { toolsets } from '../tool/tool.ts';

const hostNames = z.array(z.string().min(1));

/** The `server` block of ralph.yaml: what `ralph mcp` does when a flag does not say. */
export const serverConfig = z.strictObject({
  transport: about(transport.default('stdio'), 'How `ralph mcp` serves.'),
  host: about(z.string().min(1).default('127.0.0.1'), 'Address that http and sse listen on.'),
  port: about(
    z.int().min(0).max(65_535).default(8765),
    'Port that http and sse listen on; 0 takes any free one.',
  ),
  toolsets: about(
    z.array(z.enum(toolsets)).min(1).default(['loop', 'context', 'catalog']),
    'The tools that are listed when no session is named.',
  ),
  allowed_hosts: about(
    hostNames.default([]),
    'Host headers accepted beside the address itself, for a server behind a proxy.',
    ['ralph.example.com'],
  ),
  allowed_origins: about(hostNames.default([]), 'Origins of web pages that may call the server.', [
    'https://ralph.example.com',
  ]),
  max_request_bytes: about(
    z.int().min(1024).max(67_108_864).default(4_194_304),
    'Largest request that is read.',
  ),
  requests_per_minute: about(
    z.int().min(1).default(600),
    'Requests that one caller may make in a minute over HTTP.',
  ),
});
