/** The HTTP layer: the order of checks, and the routes. Everything else is in `services`. */
import { Hono } from 'hono';
import { requestId } from 'hono/request-id';
import { type AppDeps, type AppEnv, refuse } from './app-context.ts';
import { accessLog } from './middleware/access-log.ts';
import { requireProtocol } from './middleware/protocol.ts';
import { createRateLimiters } from './middleware/rate-limit.ts';
import { openApiDocument } from './openapi/document.ts';
import { adminPageRoutes } from './routes/admin-page.ts';
import { endpointRoutes } from './routes/endpoint.ts';
import { ENDPOINTS } from './routes/endpoints.ts';
import { metricsRoutes } from './routes/metrics.ts';

/** Shorter than a token, so that a token sent here by mistake is not logged. */
const REQUEST_ID_CHARS_MAX = 48;

export const createApp = (deps: AppDeps, limiters = createRateLimiters(deps.limits)) => {
  const { server, log, whyNotReady, whyNoWrites } = deps;
  const app = new Hono<AppEnv>();
  // A proxy's id is kept if it is plain text of a sane length. Otherwise one is made. It is always returned.
  app.use(requestId({ limitLength: REQUEST_ID_CHARS_MAX }), accessLog(deps));
  app.use(async (context, next) => {
    const refusal = context.env?.refusal;
    return refusal === undefined ? next() : refuse(context, refusal, server.nowMs());
  });
  app.get('/healthz', (context) => context.json({ ok: true, serverTime: server.nowMs() }));
  app.get('/readyz', async (context) => {
    const detail = await whyNotReady();
    if (detail === null) {
      const reason = await whyNoWrites();
      const writes = reason === null ? {} : { writes: false, reason };
      return context.json({ ok: true, serverTime: server.nowMs(), ...writes });
    }
    return refuse(context, { kind: 'unavailable', detail, retryAfterS: 1, reason: detail }, server.nowMs());
  });
  // Built on the first request, because it takes a few milliseconds that a start does not need.
  let openApi: object | null = null;
  app.get('/openapi.json', (context) => {
    openApi ??= { ...openApiDocument(deps.version) };
    return context.json(openApi);
  });
  app.route('/', metricsRoutes(deps, limiters));
  app.route('/', adminPageRoutes(deps, limiters));
  app.use('/v1/*', requireProtocol(server));
  app.route('/', endpointRoutes(ENDPOINTS, deps, limiters));
  app.notFound((context) =>
    refuse(context, { kind: 'not_found', detail: 'There is no such endpoint.' }, server.nowMs()),
  );
  app.onError((error, context) => {
    log.failure(context.get('requestId'), error);
    const detail = `The server failed. Its log has more under ${context.get('requestId')}.`;
    return refuse(context, { kind: 'internal', detail }, server.nowMs());
  });
  return app;
};
