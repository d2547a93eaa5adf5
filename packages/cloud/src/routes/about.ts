/** `GET /v1/about`: tells a device without a token where a person signs in. [SY-A6] */
import { type AboutResponse, ok } from '@cairn/schema';
import { Hono } from 'hono';
import { type AppDeps, type AppEnv, respond } from '../app-context.ts';
import { limitByAddress, type RateLimiters } from '../middleware/rate-limit.ts';

export const aboutRoutes = (deps: AppDeps, limiters: RateLimiters) => {
  const { server, accounts } = deps;
  return new Hono<AppEnv>().get('/about', limitByAddress(deps, limiters), (context) => {
    const about: AboutResponse = {
      accounts:
        accounts === null
          ? null
          : { provider: 'supabase', url: accounts.url, publishableKey: accounts.publishableKey },
      serverTime: server.nowMs(),
    };
    return respond(context, server, ok(about));
  });
};
