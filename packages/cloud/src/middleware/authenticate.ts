/** Lets only live devices through, and counts wrong tokens against their address. [SY-A2, SY-A3, SY-A5] */
import { createMiddleware } from 'hono/factory';
import { type AppDeps, type AppEnv, bearerOf, refuse } from '../app-context.ts';
import type { RateLimiters } from './rate-limit.ts';

export const authenticate = ({ server, addressOf }: AppDeps, limiters: RateLimiters) =>
  createMiddleware<AppEnv>(async (context, next) => {
    const session = await server.authenticate(bearerOf(context));
    if (!session.ok) {
      const limited =
        session.error.kind === 'unauthorized' ? await limiters.failed(addressOf(context)) : null;
      return refuse(context, limited ?? session.error, server.nowMs());
    }
    context.set('session', session.value);
    const limited = await limiters.device(session.value.device);
    return limited === null ? next() : refuse(context, limited, server.nowMs());
  });
