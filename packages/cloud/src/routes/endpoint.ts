/** One endpoint as data: its part of the OpenAPI document, and how the server answers it. */
import { LIMITS, pairingRequest, type Result } from '@cairn/schema';
import { Hono } from 'hono';
import type * as z from 'zod';
import { type AppContext, type AppDeps, type AppEnv, jsonBody, parsed, respond } from '../app-context.ts';
import { authenticate } from '../middleware/authenticate.ts';
import { limitBody } from '../middleware/limit-body.ts';
import { limitByAddress, type RateLimiters } from '../middleware/rate-limit.ts';
import type { Problem } from '../services/problem.ts';
import type { Session } from '../services/session.ts';
import type { SyncServer } from '../sync-server.ts';

/** A request to an endpoint. */
export interface Call {
  readonly context: AppContext;
  readonly deps: AppDeps;
  readonly server: SyncServer;
  /** Unset if the endpoint needs no device's token. */
  readonly session: Session;
  /** The id in the path; empty if it has none. */
  readonly id: string;
}

export interface Endpoint {
  readonly method: 'get' | 'post';
  /** Parameters as `:name`, like in the router. */
  readonly path: string;
  readonly summary: string;
  /** The required kind of bearer token. `setup`: the setup token, or a session of an account. */
  readonly token: 'device' | 'setup' | 'metrics' | 'none';
  readonly query?: z.ZodObject;
  readonly body?: z.ZodType;
  /** Default: `LIMITS.bodyBytesMax`. */
  readonly bodyBytesMax?: number;
  readonly status: 200 | 201;
  readonly response: z.ZodType;
  /** Default: `application/json`. */
  readonly mediaType?: string;
  /** Absent for endpoints outside of the protocol, which have routes of their own. */
  readonly answer?: (call: Call) => Promise<Result<object, Problem> | Response>;
}

type Answering<T> = (call: Call, given: T) => ReturnType<NonNullable<Endpoint['answer']>>;

const parsing =
  <T>(schema: z.ZodType<T>, read: (context: AppContext) => unknown, answer: Answering<T>) =>
  async (call: Call) => {
    const given = parsed(schema, await read(call.context));
    return given.ok ? answer(call, given.value) : given;
  };

/** An endpoint that is asked by its body. */
export const byBody = <T>(body: z.ZodType<T>, answer: Answering<T>) => ({
  body,
  answer: parsing(body, jsonBody, answer),
});

/** An endpoint that is asked by its query. */
export const byQuery = <T>(query: z.ZodObject & z.ZodType<T>, answer: Answering<T>) => ({
  query,
  answer: parsing(query, (context) => context.req.query(), answer),
});

/** Default: a device's endpoint. */
const endpoint =
  (method: Endpoint['method']) =>
  (path: string, summary: string, response: z.ZodType, more: Partial<Endpoint> = {}): Endpoint => ({
    ...{ method, path, summary, response, token: 'device', status: 200 },
    ...more,
  });
export const [get, post] = [endpoint('get'), endpoint('post')];

const PATH = pairingRequest.partial();

export const endpointRoutes = (
  endpoints: readonly Endpoint[],
  deps: AppDeps,
  limiters: RateLimiters,
): Hono<AppEnv> => {
  const { server } = deps;
  const routes = new Hono<AppEnv>();
  const [device, address] = [authenticate(deps, limiters), limitByAddress(deps, limiters)];
  for (const { method, path, token, body, bodyBytesMax = LIMITS.bodyBytesMax, status, answer } of endpoints) {
    if (answer === undefined) continue;
    const limits = body === undefined ? [] : [limitBody(server, bodyBytesMax)];
    routes.on(method, path, token === 'device' ? device : address, ...limits, async (context) => {
      const at = parsed(PATH, context.req.param());
      if (!at.ok) return respond(context, server, at);
      const session = context.get('session');
      const answered = await answer({ context, deps, server, session, id: at.value.id ?? '' });
      return answered instanceof Response ? answered : respond(context, server, answered, status);
    });
  }
  return routes;
};
