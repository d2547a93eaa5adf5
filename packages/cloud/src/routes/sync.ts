/** Routes of push, pull, digests, events and status. */
import {
  DIGEST_HEADER,
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
import { streamSSE } from 'hono/streaming';
import { type AppContext, type AppDeps, type AppEnv, jsonBody, parsed, respond } from '../app-context.ts';
import { authenticate } from '../middleware/authenticate.ts';
import { limitBody } from '../middleware/limit-body.ts';
import type { RateLimiters } from '../middleware/rate-limit.ts';
import type { LiveStreams } from '../ports/live-streams.ts';
import { sha256Hex } from '../services/hashing.ts';
import { problem } from '../services/problem.ts';

/** The network changed bits. Nothing is stored, and the device sends the same bytes again. [RL-13] */
const isChanged = (bytes: Uint8Array, said: string | undefined): boolean =>
  said !== undefined && said !== `sha-256=:${Buffer.from(sha256Hex(bytes), 'hex').toString('base64')}:`;
const CHANGED = problem('unavailable', 'The push was changed on its way here. Send it again.');

const CUT_OFF = problem('malformed', 'The push ended before its announced length.');

/** Returns null if the client has left in the middle. */
const wholeBody = (context: AppContext): Promise<Uint8Array | null> =>
  context.req.arrayBuffer().then(
    (body) => new Uint8Array(body),
    () => null,
  );

export const syncRoutes = (deps: AppDeps, limiters: RateLimiters) => {
  const { server } = deps;
  const device = authenticate(deps, limiters);
  return new Hono<AppEnv>()
    .post('/push', device, limitBody(server, LIMITS.pushBodyBytesMax), async (context) => {
      const bytes = await wholeBody(context);
      if (bytes === null) return respond(context, server, CUT_OFF);
      if (isChanged(bytes, context.req.header(DIGEST_HEADER))) return respond(context, server, CHANGED);
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

/** The limit of hints for a client that does not read. Its next pull will find the changes. */
const UNSENT_MAX = 64;

/** `GET /v1/events`. Ends when the client is gone, however that shows, or stops reading. [SY-L1] */
export const eventStream = (context: AppContext, live: LiveStreams): Response => {
  const session = context.get('session');
  // Proxies must neither buffer nor transform it.
  context.header('X-Accel-Buffering', 'no');
  context.header('Cache-Control', 'no-cache, no-transform');
  return streamSSE(context, async (stream) => {
    // Hono answers HEAD by this handler. Nobody reads that stream, and it would end the device's real one.
    if (context.req.method === 'HEAD') return;
    const over = Promise.withResolvers<void>();
    const finish = (): void => over.resolve();
    let unsent = 0;
    let last: Promise<void> = Promise.resolve();
    stream.onAbort(finish);
    context.req.raw.signal.addEventListener('abort', finish, { once: true });
    const end = live.open(session, {
      send: (hint) => {
        if (stream.aborted || stream.closed || unsent >= UNSENT_MAX) return finish();
        unsent += 1;
        last = stream
          .writeSSE({ event: hint.kind, data: JSON.stringify(hint) })
          .then(() => {
            unsent -= 1;
          })
          .catch(finish);
      },
      // Earlier messages are sent first.
      close: () => void last.then(finish),
    });
    await over.promise;
    end();
  });
};
