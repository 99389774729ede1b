import {
  ProtocolError,
  ProtocolErrorCode,
  type ReadResourceResult,
  ResourceNotFoundError,
  type Server,
} from '@modelcontextprotocol/server';
import { z } from 'zod';
import { ToolError, UserError } from '../../base/errors.ts';
import { findResource, type ResourceContent } from '../resource.ts';
import type { McpSurface } from '../surface.ts';
import { listPage } from './list-page.ts';
import { safely } from './safely.ts';
import { createSubscriptions } from './subscriptions.ts';

const uriParams = z.looseObject({ uri: z.string().max(2_048) });

export function installResourceHandlers(server: Server, surface: McpSurface): void {
  const { resources } = surface;
  const subscriptions = createSubscriptions(surface, (uri) => {
    // Between the change and the notice the client may have gone; there is nobody left to tell.
    server.sendResourceUpdated({ uri }).catch(() => {});
  });
  const closed = server.onclose;
  server.onclose = () => {
    subscriptions.close();
    closed?.();
  };

  server.setRequestHandler('resources/list', (request) =>
    safely(surface.logger, async () => {
      const listed = (await Promise.all(resources.map((resource) => resource.list()))).flat();
      const { items, nextCursor } = listPage('resources/list', listed, request.params?.cursor);
      return { resources: [...items], ...(nextCursor && { nextCursor }) };
    }),
  );

  server.setRequestHandler('resources/templates/list', (request) => {
    const templates = resources.flatMap(({ uriTemplate, name, title, description, mimeType }) =>
      uriTemplate === undefined ? [] : [{ uriTemplate, name, title, description, mimeType }],
    );
    const { items, nextCursor } = listPage(
      'resources/templates/list',
      templates,
      request.params?.cursor,
    );
    return { resourceTemplates: [...items], ...(nextCursor && { nextCursor }) };
  });

  server.setRequestHandler('resources/read', { params: uriParams }, ({ uri }) =>
    safely(surface.logger, async (): Promise<ReadResourceResult> => {
      const found = findResource(resources, uri);
      if (!found) throw new ResourceNotFoundError(uri, unknownResource(surface, uri));
      try {
        const content = await found.resource.read(found.variables);
        return { contents: [protocolContent(uri, found.resource.mimeType, content)] };
      } catch (thrown) {
        throw readError(uri, thrown);
      }
    }),
  );

  // Only the older era has these two; the newer one listens, which the transports take care of.
  server.setRequestHandler('resources/subscribe', { params: uriParams }, ({ uri }) => {
    if (!findResource(resources, uri)) {
      throw new ResourceNotFoundError(uri, unknownResource(surface, uri));
    }
    if (!subscriptions.add(uri, uri)) {
      throw new ProtocolError(
        ProtocolErrorCode.InvalidRequest,
        'Too many subscriptions on this connection. Unsubscribe from one first.',
      );
    }
    return {};
  });
  server.setRequestHandler('resources/unsubscribe', { params: uriParams }, ({ uri }) => {
    subscriptions.remove(uri);
    return {};
  });
}

function unknownResource(surface: McpSurface, uri: string): string {
  const known = surface.resources.map((resource) => resource.uri ?? resource.uriTemplate);
  return `No resource is called ${JSON.stringify(uri.slice(0, 200))}. There are: ${known.join(', ')}.`;
}

/** What a person can mend is told; anything else is ours to look into. */
function readError(uri: string, thrown: unknown): unknown {
  if (!(thrown instanceof ToolError) && !(thrown instanceof UserError)) return thrown;
  const text = `${thrown.message} ${thrown.hint}`;
  const code = thrown instanceof ToolError ? thrown.code : 'execution_failed';
  return code === 'not_found'
    ? new ResourceNotFoundError(uri, text)
    : new ProtocolError(ProtocolErrorCode.InvalidParams, text, { code });
}

function protocolContent(
  uri: string,
  mimeType: string,
  content: ResourceContent,
): ReadResourceResult['contents'][number] {
  const common = {
    uri,
    mimeType: content.mimeType ?? mimeType,
    ...(content.meta && { _meta: { ...content.meta } }),
  };
  return 'text' in content
    ? { ...common, text: content.text }
    : { ...common, blob: Buffer.from(content.blob).toString('base64') };
}
