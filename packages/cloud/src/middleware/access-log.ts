/** One line per request: pattern, status and time, never what was sent. */
import { createMiddleware } from 'hono/factory';
import { matchedRoutes } from 'hono/route';
import type { AppContext, AppDeps, AppEnv } from '../app-context.ts';

const routeOf = (context: AppContext): string => {
  const specific = matchedRoutes(context).findLast((route) => !route.path.endsWith('*'));
  return specific?.path ?? 'none';
};

export const accessLog = ({ server, log }: AppDeps) =>
  createMiddleware<AppEnv>(async (context, next) => {
    const startedAt = server.nowMs();
    await next();
    const problem = context.get('problem');
    log.request({
      requestId: context.get('requestId'),
      method: context.req.method,
      route: routeOf(context),
      status: context.res.status,
      tookMs: server.nowMs() - startedAt,
      device: context.get('session')?.device ?? null,
      problem: problem?.kind ?? null,
      reason: problem?.reason ?? null,
    });
  });
