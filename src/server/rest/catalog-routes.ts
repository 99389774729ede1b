import { defined } from '../../base/defined.ts';
import { type ErrorPayload, invokeTool } from '../../tool/invoke-tool.ts';
import type { CallTracker } from '../call-tracker.ts';
import { type HttpProblem, respondJson, respondProblem } from '../http/respond.ts';
import type { HttpExchange, HttpRoute } from '../http/route.ts';
import { surfaceGone } from '../http/surface-source.ts';
import type { McpSurface } from '../surface.ts';

const base = '/api/v1/tools/';

/** The tiers of the catalog over plain HTTP: the same tools through the same door, under the same policy. */
export function catalogRoutes(options: {
  readonly surfaceOf: (key: string) => Promise<McpSurface | undefined>;
  readonly calls: CallTracker;
}): readonly HttpRoute[] {
  return [
    {
      path: `${base}*`,
      methods: ['GET'],
      access: 'token',
      async handle(exchange) {
        const { res, url, grant } = exchange;
        const request = requestOf(url);
        if (!request) return respondProblem(res, nothingHere);
        const surface = await options.surfaceOf(grant.surfaceKey);
        if (!surface) return respondProblem(res, surfaceGone);
        const gone = new AbortController();
        exchange.req.once('close', () => gone.abort());
        const place = options.calls.enter(gone.signal);
        if (!place) return respondProblem(res, busy);
        try {
          await answer(exchange, surface, request, place.signal);
        } finally {
          place.leave();
        }
      },
    },
  ];
}

interface TierRequest {
  readonly tool: string;
  readonly input: Readonly<Record<string, unknown>>;
  /** One tool was asked for by its address, and is answered without a list around it. */
  readonly single?: true;
}

async function answer(
  { res }: HttpExchange,
  surface: McpSurface,
  { tool, input, single }: TierRequest,
  signal: AbortSignal,
): Promise<void> {
  const outcome = await invokeTool({
    registry: surface.registry,
    policy: surface.policy,
    name: tool,
    input,
    context: {
      caller: { ...surface.caller, via: 'rest' },
      signal,
      client: {},
    },
    onBug: (thrown) =>
      surface.logger.error('tool failed', {
        tool,
        error: thrown instanceof Error ? thrown.stack : String(thrown),
      }),
  });
  if (!outcome.ok) return respondProblem(res, problemOf(outcome.error));
  respondJson(res, 200, single ? singleTool(outcome.structured) : outcome.structured);
}

function requestOf(url: URL): TierRequest | undefined {
  const segments = segmentsOf(url.pathname.slice(base.length));
  if (!segments) return undefined;
  const [first = '', ...rest] = segments;
  const query = (name: string) => url.searchParams.get(name) ?? undefined;
  const filters = defined({
    server: query('server'),
    max_latency_ms: numeric(query('max_latency_ms')),
    min_success_rate: numeric(query('min_success_rate')),
  });
  const cursor = defined({ cursor: query('cursor') });
  if (rest.length === 0) {
    if (first === 'hot') return { tool: 'catalog_hot', input: {} };
    if (first === 'categories') return { tool: 'catalog_categories', input: cursor };
    if (first !== 'search') return undefined;
    return {
      tool: 'catalog_search',
      input: {
        query: query('query') ?? query('q') ?? '',
        filters: { ...filters, ...defined({ category: query('category') }) },
        ...defined({ limit: numeric(query('limit')) }),
      },
    };
  }
  if (first === 'category') {
    const pages = { page: numeric(query('page')), page_size: numeric(query('page_size')) };
    return {
      tool: 'catalog_tools',
      input: {
        category: rest.join('/'),
        ...filters,
        ...cursor,
        ...defined({ ...pages, query: query('query') }),
      },
    };
  }
  return {
    tool: 'catalog_schema',
    input: { tool: `${first}/${rest.join('/')}`, ...cursor },
    single: true,
  };
}

/** Decoded one by one, so that a tool's name may hold what an address may not. */
function segmentsOf(path: string): string[] | undefined {
  try {
    return path.split('/').map(decodeURIComponent);
  } catch {
    return undefined;
  }
}

/** What is no number is passed on as it is, for the tool to refuse by name. */
function numeric(text: string | undefined): number | string | undefined {
  return text !== undefined && /^\d{1,9}(\.\d{1,6})?$/.test(text) ? Number(text) : text;
}

function singleTool(answered: Readonly<Record<string, unknown>> | undefined): unknown {
  const { tools, ...around } = answered ?? {};
  const [tool] = Array.isArray(tools) ? tools : [];
  return { ...around, ...tool };
}

const statusOf: Readonly<Partial<Record<ErrorPayload['code'], number>>> = {
  invalid_argument: 400,
  not_allowed: 403,
  not_found: 404,
  budget_exceeded: 429,
  unavailable: 503,
};

function problemOf({ code, message, hint }: ErrorPayload): HttpProblem {
  return { status: statusOf[code] ?? 500, code, message, hint };
}

const nothingHere: HttpProblem = {
  status: 404,
  code: 'not_found',
  message: 'There is nothing at this address.',
  hint: `Under ${base} there are hot, categories, search?q=…, category/{name} and {server}/{tool}.`,
};
const busy: HttpProblem = {
  status: 503,
  code: 'unavailable',
  message: 'The server has too many calls to answer.',
  hint: 'Try again in a moment.',
};
