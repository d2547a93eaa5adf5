/** Pairing, devices, keys. */
import {
  approveRequest,
  claimRequest,
  isDeviceId,
  keyringRequest,
  LIMITS,
  pairingRequest,
} from '@cairn/schema';
import { Hono } from 'hono';
import { type AppDeps, type AppEnv, jsonBody, parsed, respond } from '../app-context.ts';
import { authenticate } from '../middleware/authenticate.ts';
import { limitBody } from '../middleware/limit-body.ts';
import { limitByAddress, type RateLimiters } from '../middleware/rate-limit.ts';
import { problem } from '../services/problem.ts';

/** Up to 520 sealed keys of 2 KiB. */
const KEYRING_BYTES_MAX = 1_572_864;

export const memberRoutes = (deps: AppDeps, limiters: RateLimiters) => {
  const { server } = deps;
  const device = authenticate(deps, limiters);
  const body = limitBody(server, LIMITS.bodyBytesMax);
  const keysBody = limitBody(server, KEYRING_BYTES_MAX);
  return new Hono<AppEnv>()
    .post('/pairing', device, body, async (context) => {
      const request = parsed(pairingRequest, await jsonBody(context));
      if (!request.ok) return respond(context, server, request);
      return respond(context, server, await server.invite(context.get('session'), request.value.id), 201);
    })
    .get('/pairing/:id', device, async (context) => {
      const request = parsed(pairingRequest, { id: context.req.param('id') });
      if (!request.ok) return respond(context, server, request);
      return respond(context, server, await server.pairingState(context.get('session'), request.value.id));
    })
    .post('/pairing/:id/claim', limitByAddress(deps, limiters), body, async (context) => {
      const target = parsed(pairingRequest, { id: context.req.param('id') });
      if (!target.ok) return respond(context, server, target);
      const request = parsed(claimRequest, await jsonBody(context));
      if (!request.ok) return respond(context, server, request);
      return respond(context, server, await server.claim(target.value.id, request.value));
    })
    .post('/pairing/:id/approve', device, keysBody, async (context) => {
      const target = parsed(pairingRequest, { id: context.req.param('id') });
      if (!target.ok) return respond(context, server, target);
      const request = parsed(approveRequest, await jsonBody(context));
      if (!request.ok) return respond(context, server, request);
      const answer = await server.answerClaim(context.get('session'), target.value.id, request.value);
      return respond(context, server, answer);
    })
    .delete('/devices/:id', device, async (context) => {
      const id = context.req.param('id');
      const target = isDeviceId(id) ? id : null;
      return target === null
        ? respond(context, server, problem('not_found', 'No device of this vault has this id.'))
        : respond(context, server, await server.revoke(context.get('session'), target));
    })
    .get('/keyring', device, async (context) =>
      respond(context, server, await server.keyring(context.get('session'))),
    )
    .post('/keyring', device, keysBody, async (context) => {
      const request = parsed(keyringRequest, await jsonBody(context));
      if (!request.ok) return respond(context, server, request);
      return respond(context, server, await server.addGeneration(context.get('session'), request.value));
    });
};
