/** The loopback API: checks callers and sizes, and routes requests. */
import { cairnError, ok, systemCodeOf } from '@cairn/schema';
import { findRoute } from '@cairn/schema/routes';
import { Hono, type MiddlewareHandler } from 'hono';
import { answerUnexpected } from '../services/unexpected.ts';
import { type ByScope, type Handlers, mountRoutes } from './answers.ts';
import { capBody } from './cap-body.ts';
import type { ApiDeps } from './deps.ts';
import { eventHandler } from './events.ts';
import { type ApiEnv, type DoorKeeper, guardDoor } from './guard-door.ts';
import { hookHandler } from './hooks.ts';
import { MCP_PATH, mcpHandler } from './mcp.ts';
import { documentHandlers, findHandlers, memoryHandlers } from './memories.ts';
import { openHandlers, pageRoutes } from './page.ts';
import { problem, restoring, stopping } from './problem.ts';
import { profileHandlers } from './profile.ts';
import { scheduleHandlers } from './schedules.ts';
import { scopeHandlers } from './scopes.ts';
import { sessionHandlers } from './sessions.ts';
import { storeHandlers } from './store.ts';
import { summaryHandlers } from './summaries.ts';
import { usageHandler } from './usage.ts';
import { accountHandlers, syncHandlers, vaultHandlers } from './vault.ts';

const CLOSED = cairnError('invalid_input', 'The connection was closed before the request was complete.');

export const createApp = (
  deps: ApiDeps,
  keeper: DoorKeeper,
  byScope: ByScope | null = null,
): Hono<ApiEnv> => {
  const app = new Hono<ApiEnv>();
  app.onError((error, c) => {
    // The client closed the connection within its request, so nobody reads the answer, and nothing failed here.
    if (systemCodeOf(error) === 'ECONNRESET' && c.req.raw.signal.aborted) return problem(CLOSED);
    const about = { path: c.req.routePath, error: error.name, where: placeOf(error) };
    return problem(answerUnexpected(error, () => deps.log.error('a request failed', about)));
  });
  app.notFound((c) => problem(cairnError('not_found', `The daemon has no ${c.req.method} ${c.req.path}.`)));
  app.route('/', pageRoutes(deps, keeper));
  app.use(guardDoor(keeper));
  app.use(refuseAtTimes(deps));
  app.use(capBody());
  app.get('/healthz', () => Response.json({ ok: true, version: deps.version, pid: deps.pid }));

  mountRoutes(app, handlersOf(deps), deps.gate, byScope);
  app.all(MCP_PATH, mcpHandler(deps.mcp));
  return app;
};

export const handlersOf = (deps: ApiDeps): Handlers => ({
  ...memoryHandlers(deps),
  ...findHandlers(deps),
  ...profileHandlers(deps),
  ...scheduleHandlers(deps),
  ...summaryHandlers(deps),
  ...documentHandlers(deps),
  ...sessionHandlers(deps),
  ...scopeHandlers(deps.scopes),
  ...storeHandlers(deps),
  ...openHandlers(deps),
  ...syncHandlers(deps),
  ...vaultHandlers(deps),
  ...accountHandlers(deps),
  'GET /v1/settings': async () => ok(await deps.settings.read()),
  'PATCH /v1/settings': ({ body }, c) => deps.settings.change(body, c.get('isPage') ? 'page' : 'owner'),
  'POST /v1/settings/test': async () => ok(await deps.settings.testModel()),
  'GET /v1/usage': usageHandler(deps),
  'POST /v1/hooks/:agent/:event': hookHandler(deps),
  'GET /v1/status': async () => ok(await deps.status()),
  'GET /v1/events': eventHandler(deps),
  'GET /openapi.json': async () => {
    const { openApiDocument } = await import('./openapi/document.ts');
    return Response.json(openApiDocument(deps.version));
  },
  'POST /v1/shutdown': () => {
    deps.shutdown();
    return ok({ stopping: true });
  },
});

/**
 * Refuses requests during a stop or a restore. The store is closed then, or its memories are about to change. A restore
 * waits for earlier requests.
 */
const refuseAtTimes =
  ({ stopSignal, gate }: ApiDeps): MiddlewareHandler<ApiEnv> =>
  async (c, next) => {
    const refusal = stopSignal.aborted ? stopping : gate.isShut() ? restoring : null;
    if (refusal === null || findRoute(c.req.method, c.req.path)?.always === true) return next();
    return problem(refusal());
  };

/** Returns the place of the error in the code, without its message, which may hold content. */
const placeOf = (error: Error): string =>
  (error.stack ?? '')
    .split('\n')
    .filter((line) => line.trimStart().startsWith('at '))
    .slice(0, 3)
    .map((line) => line.trim())
    .join(' < ');
