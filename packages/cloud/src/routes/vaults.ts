/** Routes of vaults, recovery, and a new identity for a copied device. */
import {
  createVaultRequest,
  exhaustive,
  forkRequest,
  LIMITS,
  type RecoverRequest,
  recoverRequest,
} from '@cairn/schema';
import { Hono } from 'hono';
import {
  type AppContext,
  type AppDeps,
  type AppEnv,
  bearerOf,
  jsonBody,
  parsed,
  respond,
  respondMembers,
} from '../app-context.ts';
import { authenticate } from '../middleware/authenticate.ts';
import { limitBody } from '../middleware/limit-body.ts';
import { limitByAddress, type RateLimiters } from '../middleware/rate-limit.ts';

export const vaultRoutes = (deps: AppDeps, limiters: RateLimiters) => {
  const { server } = deps;
  const body = limitBody(server, LIMITS.bodyBytesMax);
  const keysBody = limitBody(server, LIMITS.keysBodyBytesMax);
  const address = limitByAddress(deps, limiters);
  return new Hono<AppEnv>()
    .post('/vaults', address, body, async (context) => {
      const request = parsed(createVaultRequest, await jsonBody(context));
      if (!request.ok) return respond(context, server, request);
      return respond(context, server, await server.createVault(bearerOf(context), request.value), 201);
    })
    .post('/recover', address, keysBody, async (context) => {
      const request = parsed(recoverRequest, await jsonBody(context));
      if (!request.ok) return respond(context, server, request);
      return recover(context, deps, request.value);
    })
    .post('/devices/fork', authenticate(deps, limiters), keysBody, async (context) => {
      const request = parsed(forkRequest, await jsonBody(context));
      if (!request.ok) return respond(context, server, request);
      return respond(context, server, await server.fork(context.get('session'), request.value), 201);
    });
};

const recover = async (context: AppContext, { server }: AppDeps, request: RecoverRequest) => {
  switch (request.step) {
    case 'challenge':
      return respond(context, server, await server.recovery.challenge(request.signKey));
    case 'look':
      return respondMembers(context, server, await server.recovery.look(request), ({ members }) => members);
    case 'answer':
      return respondMembers(
        context,
        server,
        await server.recovery.answer(request),
        ({ members }) => members,
        201,
      );
    default:
      return exhaustive(request);
  }
};
