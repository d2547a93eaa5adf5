/** Vaults, recovery, and a new identity for a copied device. */
import { createVaultRequest, forkRequest, LIMITS, recoverRequest } from '@cairn/schema';
import { Hono } from 'hono';
import { type AppDeps, type AppEnv, bearerOf, jsonBody, parsed, respond } from '../app-context.ts';
import { authenticate } from '../middleware/authenticate.ts';
import { limitBody } from '../middleware/limit-body.ts';
import { limitByAddress, type RateLimiters } from '../middleware/rate-limit.ts';

export const vaultRoutes = (deps: AppDeps, limiters: RateLimiters) => {
  const { server } = deps;
  const body = limitBody(server, LIMITS.bodyBytesMax);
  const address = limitByAddress(deps, limiters);
  return new Hono<AppEnv>()
    .post('/vaults', address, body, async (context) => {
      const request = parsed(createVaultRequest, await jsonBody(context));
      if (!request.ok) return respond(context, server, request);
      return respond(context, server, await server.createVault(bearerOf(context), request.value), 201);
    })
    .post('/recover', address, body, async (context) => {
      const request = parsed(recoverRequest, await jsonBody(context));
      if (!request.ok) return respond(context, server, request);
      return request.value.step === 'challenge'
        ? respond(context, server, await server.recovery.challenge(request.value.signKey))
        : respond(context, server, await server.recovery.answer(request.value), 201);
    })
    .post('/devices/fork', authenticate(deps, limiters), body, async (context) => {
      const request = parsed(forkRequest, await jsonBody(context));
      if (!request.ok) return respond(context, server, request);
      return respond(context, server, await server.fork(context.get('session'), request.value), 201);
    });
};
