/** Push, pull, digests, events, status. */
import {
  digestQuery,
  digestRowsQuery,
  EPOCH_HEADER,
  LIMITS,
  ok,
  pullQuery,
  pushRequest,
  registersRequest,
} from '@cairn/schema';
import { Hono } from 'hono';
import { type AppDeps, type AppEnv, jsonBody, parsed, respond } from '../app-context.ts';
import { authenticate } from '../middleware/authenticate.ts';
import { limitBody } from '../middleware/limit-body.ts';
import type { RateLimiters } from '../middleware/rate-limit.ts';
import { eventStream } from './event-stream.ts';

export const syncRoutes = (deps: AppDeps, limiters: RateLimiters) => {
  const { server } = deps;
  const device = authenticate(deps, limiters);
  return new Hono<AppEnv>()
    .post('/push', device, limitBody(server, LIMITS.pushBodyBytesMax), async (context) => {
      const bytes = new Uint8Array(await context.req.arrayBuffer());
      return respond(context, server, await server.push(context.get('session'), bytes));
    })
    .get('/pull', device, async (context) => {
      const query = parsed(pullQuery, context.req.query());
      if (!query.ok) return respond(context, server, query);
      const { cursor = null, limit, empty, anchor = null } = query.value;
      const epoch = pushRequest.shape.epoch.safeParse(context.req.header(EPOCH_HEADER)).data ?? null;
      const request = { cursor, limit, empty: empty === '1', epoch, anchor };
      return respond(context, server, await server.pull(context.get('session'), request));
    })
    .get('/status', device, async (context) =>
      respond(context, server, await server.status(context.get('session'))),
    )
    .get('/devices', device, async (context) => {
      const status = await server.status(context.get('session'));
      if (!status.ok) return respond(context, server, status);
      const { devices, serverTime } = status.value;
      return respond(context, server, ok({ devices, serverTime }));
    })
    .get('/digest', device, async (context) => {
      const query = parsed(digestQuery, context.req.query());
      if (!query.ok) return respond(context, server, query);
      return respond(context, server, await server.digest(context.get('session'), query.value.above));
    })
    .get('/digest/rows', device, async (context) => {
      const query = parsed(digestRowsQuery, context.req.query());
      if (!query.ok) return respond(context, server, query);
      const { above, entity, facet, to = null } = query.value;
      const range = { above, after: { entity, facet }, to };
      return respond(context, server, await server.digestRows(context.get('session'), range));
    })
    .post('/registers', device, limitBody(server, LIMITS.pushBodyBytesMax), async (context) => {
      const request = parsed(registersRequest, await jsonBody(context));
      if (!request.ok) return respond(context, server, request);
      const { registers } = request.value;
      return respond(context, server, await server.registers(context.get('session'), registers));
    })
    .get('/events', device, (context) => eventStream(context, deps.live));
};
