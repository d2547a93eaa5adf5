/** Routes of pairing, members and keys. */
import { approveRequest, claimRequest, LIMITS, membersRequest, pairingRequest } from '@cairn/schema';
import { Hono } from 'hono';
import { type AppDeps, type AppEnv, jsonBody, parsed, respond, respondMembers } from '../app-context.ts';
import { authenticate } from '../middleware/authenticate.ts';
import { limitBody } from '../middleware/limit-body.ts';
import { limitByAddress, type RateLimiters } from '../middleware/rate-limit.ts';

export const memberRoutes = (deps: AppDeps, limiters: RateLimiters) => {
  const { server } = deps;
  const device = authenticate(deps, limiters);
  const body = limitBody(server, LIMITS.bodyBytesMax);
  const keysBody = limitBody(server, LIMITS.keysBodyBytesMax);
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
      const answer = await server.claim(target.value.id, request.value);
      return respondMembers(context, server, answer, (claim) =>
        claim.state === 'approved' ? claim.members : [],
      );
    })
    .post('/pairing/:id/approve', device, keysBody, async (context) => {
      const target = parsed(pairingRequest, { id: context.req.param('id') });
      if (!target.ok) return respond(context, server, target);
      const request = parsed(approveRequest, await jsonBody(context));
      if (!request.ok) return respond(context, server, request);
      const answer = await server.answerClaim(context.get('session'), target.value.id, request.value);
      return respond(context, server, answer);
    })
    .get('/keyring', device, async (context) =>
      respondMembers(context, server, await server.keyring(context.get('session')), ({ members }) => members),
    )
    .post('/members', device, keysBody, async (context) => {
      const request = parsed(membersRequest, await jsonBody(context));
      if (!request.ok) return respond(context, server, request);
      const answer = await server.appendMembers(context.get('session'), request.value);
      return respondMembers(context, server, answer, ({ members }) => members);
    });
};
