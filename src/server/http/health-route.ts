import { version } from '../../base/version.ts';
import { respondJson } from './respond.ts';
import type { HttpRoute } from './route.ts';

/** Says that the server is up, to anybody, and nothing else. */
export const healthRoute: HttpRoute = {
  path: '/health',
  methods: ['GET'],
  access: 'open',
  handle: async ({ res }) => respondJson(res, 200, { status: 'ok', name: 'ralph', version }),
};
