/** The loopback API: who may ask, how much, and which group of routes answers. */
import { isRemoteFailure } from '@cairn/core';
import { cairnError, LIMITS } from '@cairn/schema';
import { ALL_ROUTES, findRoute } from '@cairn/schema/routes';
import { Hono, type MiddlewareHandler } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { accountRoutes } from './account.ts';
import { careRoutes, transferRoutes } from './care.ts';
import type { ApiDeps } from './deps.ts';
import { documentRoutes } from './documents.ts';
import { eventRoutes } from './events.ts';
import { contextRoute, searchRoute } from './find.ts';
import { type ApiEnv, type DoorKeeper, guardDoor } from './guard-door.ts';
import { hookRoute } from './hooks.ts';
import { tooLarge } from './input.ts';
import { MCP_PATH, mcpRoute } from './mcp.ts';
import { forgetRoute, memoryRoutes } from './memories.ts';
import { openRoutes, pageRoutes } from './page.ts';
import { problem } from './problem.ts';
import { profileRoutes } from './profile.ts';
import { reviewRoutes } from './review.ts';
import { scheduleRoutes } from './schedules.ts';
import { sessionRoutes } from './sessions.ts';
import { settingsRoutes } from './settings.ts';
import { restoring, stopping } from './stopping.ts';
import { summaryRoutes } from './summaries.ts';
import { syncRoutes } from './sync.ts';
import { transcriptRoutes } from './transcripts.ts';
import { usageRoute } from './usage.ts';
import { deviceRoutes, vaultRoutes } from './vault.ts';

export const createApp = (deps: ApiDeps, keeper: DoorKeeper): Hono<ApiEnv> => {
  const app = new Hono<ApiEnv>();
  app.onError((error, c) => {
    if (isRemoteFailure(error)) return problem(error.cairnError);
    deps.log.error('a request failed', { path: c.req.routePath, error: error.name, where: placeOf(error) });
    return problem(
      cairnError('internal', 'Something went wrong inside the daemon; `cairn logs` shows where.'),
    );
  });
  app.notFound((c) => problem(cairnError('not_found', `The daemon has no ${c.req.method} ${c.req.path}.`)));
  app.route('/', pageRoutes(deps, keeper));
  app.use(guardDoor(keeper));
  app.use(refuseAtTimes(deps));
  app.use(capBody());
  app.get('/healthz', () => Response.json({ ok: true, version: deps.version, pid: deps.pid }));

  for (const { method, path, sharesStore } of ALL_ROUTES)
    if (sharesStore === true) app.on(method, path, shareStore(deps));
  app.route('/v1/memories', memoryRoutes(deps));
  app.route('/v1/forget', forgetRoute(deps));
  app.route('/v1/search', searchRoute(deps));
  app.route('/v1/context', contextRoute(deps));
  app.route('/v1/profile', profileRoutes(deps));
  app.route('/v1/review', reviewRoutes(deps));
  app.route('/v1/schedules', scheduleRoutes(deps));
  app.route('/v1/summaries', summaryRoutes(deps));
  app.route('/v1/usage', usageRoute(deps));
  app.route('/v1/settings', settingsRoutes(deps));
  app.route('/v1/documents', documentRoutes(deps));
  app.route('/v1/hooks', hookRoute(deps));
  app.route('/v1/sessions', sessionRoutes(deps));
  app.route('/v1/transcripts', transcriptRoutes(deps));
  app.get('/v1/stats', async () => Response.json(await deps.stats()));
  app.route('/v1', transferRoutes(deps));

  app.route(MCP_PATH, mcpRoute(deps));
  app.get('/v1/status', async () => Response.json(await deps.status()));
  app.route('/v1/open', openRoutes(deps));
  app.route('/v1/events', eventRoutes(deps));
  app.route('/v1/sync', syncRoutes(deps));
  app.route('/v1/vault', vaultRoutes(deps));
  app.route('/v1/devices', deviceRoutes(deps));
  app.route('/v1/account', accountRoutes(deps));
  app.route('/v1', careRoutes(deps));
  app.get('/openapi.json', async () => {
    const { openApiDocument } = await import('./openapi/document.ts');
    return Response.json(openApiDocument(deps.version));
  });
  app.post('/v1/shutdown', () => {
    deps.shutdown();
    return Response.json({ stopping: true });
  });
  return app;
};

/**
 * A length that is announced is enough to judge by. Only a body without one is counted as it comes: for that hono makes a
 * web stream of it, which costs more than the rest of a save.
 */
const capBody = (): MiddlewareHandler<ApiEnv> => {
  const counted = bodyLimit({
    maxSize: LIMITS.daemonBodyBytesMax,
    onError: () => problem(tooLarge()),
  });
  return async (c, next) => {
    if (c.req.header('transfer-encoding') !== undefined) return counted(c, next);
    const announced = Number(c.req.header('content-length') ?? 0);
    return announced > LIMITS.daemonBodyBytesMax ? problem(tooLarge()) : next();
  };
};

/**
 * During a restore, what came before it is finished first; what comes now would meet a store that is not there, or a memory
 * that is about to change.
 */
const refuseAtTimes =
  ({ stopSignal, gate }: ApiDeps): MiddlewareHandler<ApiEnv> =>
  async (c, next) => {
    const refusal = stopSignal.aborted ? stopping : gate.isShut() ? restoring : null;
    if (refusal === null || findRoute(c.req.method, c.req.path)?.always === true) return next();
    return problem(refusal());
  };

const shareStore =
  ({ gate }: ApiDeps): MiddlewareHandler<ApiEnv> =>
  (_c, next) =>
    gate.share(next);

/** Where it happened. The message is left out: it may hold content. */
const placeOf = (error: Error): string =>
  (error.stack ?? '')
    .split('\n')
    .filter((line) => line.trimStart().startsWith('at '))
    .slice(0, 3)
    .map((line) => line.trim())
    .join(' < ');
