/** Logs one line and one measurement per request: pattern, status and time, never content. */
import { createMiddleware } from 'hono/factory';
import { matchedRoutes } from 'hono/route';
import type { AppContext, AppDeps, AppEnv } from '../app-context.ts';

const NO_ROUTE = 'none';

const routeOf = (context: AppContext): string => {
  const specific = matchedRoutes(context).findLast((route) => !route.path.endsWith('*'));
  return specific?.path ?? NO_ROUTE;
};

export const accessLog = ({ elapsedMs, log, metrics }: AppDeps) =>
  createMiddleware<AppEnv>(async (context, next) => {
    const startedAt = elapsedMs();
    await next();
    const tookMs = Math.round((elapsedMs() - startedAt) * 10) / 10;
    const problem = context.get('problem');
    const session = context.get('session') ?? problem?.session;
    const route = routeOf(context);
    const { method } = context.req;
    const { status } = context.res;
    log.request({
      requestId: context.get('requestId'),
      method,
      route,
      status,
      tookMs,
      vault: session?.vault ?? null,
      device: session?.device ?? null,
      problem: problem?.kind ?? null,
      reason: problem?.reason ?? null,
    });
    // A method without a route is the client's invention, and is no label.
    const label = route === NO_ROUTE ? NO_ROUTE : `${method} ${route}`;
    metrics?.counted.requested({ route: label, status, tookMs });
  });
