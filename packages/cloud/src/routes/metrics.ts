/** `GET /metrics`, for holders of its token. Without a token in the settings, the route does not exist. */
import { Hono } from 'hono';
import { type AppDeps, type AppEnv, bearerOf, refuse } from '../app-context.ts';
import type { RateLimiters } from '../middleware/rate-limit.ts';
import { sha256Hex } from '../services/hashing.ts';
import { isSameHash } from '../services/session.ts';

export const metricsRoutes = (deps: AppDeps, limiters: RateLimiters) => {
  const { metrics, server, addressOf } = deps;
  const routes = new Hono<AppEnv>();
  if (metrics === null) return routes;
  const { page, token } = metrics;
  const tokenHash = sha256Hex(token);
  return routes.get('/metrics', async (context) => {
    const address = addressOf(context);
    const tooOften = await limiters.hasFailedTooOften(address);
    if (tooOften !== null) return refuse(context, tooOften, server.nowMs());
    const given = bearerOf(context);
    if (given !== null && isSameHash(sha256Hex(given), tokenHash)) {
      const headers = { 'Content-Type': page.contentType, 'Cache-Control': 'no-store' };
      return new Response(await page.text(), { headers });
    }
    const limited = await limiters.failed(address);
    const detail = 'This needs the token of CAIRN_METRICS_TOKEN, as "Authorization: Bearer …".';
    return refuse(context, limited ?? { kind: 'unauthorized', detail }, server.nowMs());
  });
};
