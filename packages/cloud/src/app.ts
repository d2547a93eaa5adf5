/** The HTTP face: what is checked in which order, and which routes there are. Everything else is in `services`. */
import { Hono } from 'hono';
import { requestId } from 'hono/request-id';
import { type AppDeps, type AppEnv, refuse } from './app-context.ts';
import { accessLog } from './middleware/access-log.ts';
import { requireProtocol } from './middleware/protocol.ts';
import { createRateLimiters } from './middleware/rate-limit.ts';
import { openApiDocument } from './openapi/document.ts';
import { aboutRoutes } from './routes/about.ts';
import { adminPageRoutes } from './routes/admin-page.ts';
import { memberRoutes } from './routes/members.ts';
import { metricsRoutes } from './routes/metrics.ts';
import { syncRoutes } from './routes/sync.ts';
import { vaultRoutes } from './routes/vaults.ts';

/** Shorter than a token, so that one sent here by mistake is not written down. */
const REQUEST_ID_CHARS_MAX = 48;

export const createApp = (deps: AppDeps) => {
  const { server, log, whyNotReady, limits } = deps;
  const limiters = createRateLimiters(limits);
  const app = new Hono<AppEnv>();
  // Taken over from a proxy when it is plain text of a sane length, made otherwise, and always sent back.
  app.use(requestId({ limitLength: REQUEST_ID_CHARS_MAX }), accessLog(deps));
  app.get('/healthz', (context) => context.json({ ok: true, serverTime: server.nowMs() }));
  app.get('/readyz', async (context) => {
    const detail = await whyNotReady();
    if (detail === null) return context.json({ ok: true, serverTime: server.nowMs() });
    return refuse(context, { kind: 'unavailable', detail, retryAfterS: 1, reason: detail }, server.nowMs());
  });
  // Made when it is first asked for: it takes a few milliseconds that a start has no use for.
  let openApi: object | null = null;
  app.get('/openapi.json', (context) => {
    openApi ??= { ...openApiDocument(deps.version) };
    return context.json(openApi);
  });
  app.route('/', metricsRoutes(deps, limiters));
  app.route('/', adminPageRoutes(deps, limiters));
  app.use('/v1/*', requireProtocol(server));
  app.route('/v1', aboutRoutes(deps, limiters));
  app.route('/v1', syncRoutes(deps, limiters));
  app.route('/v1', vaultRoutes(deps, limiters));
  app.route('/v1', memberRoutes(deps, limiters));
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
