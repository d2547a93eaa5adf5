/** All endpoints of the server except the operator's page, for the router and the OpenAPI document. */
import * as wire from '@cairn/schema';
import * as z from 'zod';
import { bearerOf, respond } from '../app-context.ts';
import { byBody, byQuery, type Call, type Endpoint, get, post } from './endpoint.ts';
import { eventStream } from './event-stream.ts';
import { push } from './push.ts';

const alive = z.looseObject({ ok: z.literal(true), serverTime: z.number().int() });
const { LIMITS, ok } = wire;

const recover = async ({ context, server }: Call, request: wire.RecoverRequest) => {
  switch (request.step) {
    case 'challenge':
      return server.recovery.challenge(request.signKey);
    case 'look':
      return server.recovery.look(request);
    case 'answer':
      return respond(context, server, await server.recovery.answer(request), 201);
    default:
      return wire.exhaustive(request);
  }
};

export const ENDPOINTS: readonly Endpoint[] = [
  post('/v1/push', 'A frozen batch of registers; a verdict for each.', wire.pushResponse, {
    body: wire.pushRequest,
    bodyBytesMax: LIMITS.pushBodyBytesMax,
    answer: push,
  }),
  get(
    '/v1/pull',
    'A page of registers above the cursor; for a new device the newest first.',
    wire.pullResponse,
    byQuery(wire.pullQuery, ({ context, server, session }, query) => {
      const { cursor = null, limit, empty, anchor = null } = query;
      const epoch =
        wire.pushRequest.shape.epoch.safeParse(context.req.header(wire.EPOCH_HEADER)).data ?? null;
      return server.pull(session, { cursor, limit, empty: empty === '1', epoch, anchor });
    }),
  ),
  get('/v1/events', 'Server-sent hints, never data.', wire.hintSchema, {
    mediaType: 'text/event-stream',
    answer: async ({ context, deps }) => eventStream(context, deps.live),
  }),
  get('/v1/status', 'The vault, and how far each of its devices is.', wire.statusResponse, {
    answer: ({ server, session }) => server.status(session),
  }),
  get('/v1/devices', 'The devices of the vault.', wire.devicesResponse, {
    answer: async ({ server, session }) => {
      const status = await server.status(session);
      if (!status.ok) return status;
      const { devices, serverTime } = status.value;
      return ok({ devices, serverTime });
    },
  }),
  get(
    '/v1/digest',
    'Digests of what the vault holds, per range of entities.',
    wire.digestResponse,
    byQuery(wire.digestQuery, ({ server, session }, { above }) => server.digest(session, above)),
  ),
  get(
    '/v1/digest/rows',
    'The stamps of the registers in a range.',
    wire.digestRowsResponse,
    byQuery(wire.digestRowsQuery, ({ server, session }, { above, entity, facet, to = null }) =>
      server.digestRows(session, { above, after: { entity, facet }, to }),
    ),
  ),
  post('/v1/registers', 'Registers by name.', wire.registersResponse, {
    bodyBytesMax: LIMITS.pushBodyBytesMax,
    ...byBody(wire.registersRequest, ({ server, session }, { registers }) =>
      server.registers(session, registers),
    ),
  }),
  get('/v1/about', 'Where a person signs in, if anywhere.', wire.aboutResponse, {
    token: 'none',
    answer: async ({ deps, server }) => {
      const { url, publishableKey } = deps.accounts ?? {};
      const accounts = deps.accounts && { provider: 'supabase', url, publishableKey };
      return ok({ accounts, serverTime: server.nowMs() });
    },
  }),
  post('/v1/vaults', 'Makes a vault with its first device.', wire.vaultInfo, {
    token: 'setup',
    status: 201,
    ...byBody(wire.createVaultRequest, ({ context, server }, request) =>
      server.createVault(bearerOf(context), request),
    ),
  }),
  post(
    '/v1/recover',
    'A new device by the recovery words: a challenge, then its answer.',
    z.union([wire.recoverChallenge, wire.recoverResponse]),
    { token: 'none', bodyBytesMax: LIMITS.keysBodyBytesMax, ...byBody(wire.recoverRequest, recover) },
  ),
  post('/v1/devices/fork', 'A new identity for a copied device.', wire.vaultInfo, {
    status: 201,
    bodyBytesMax: LIMITS.keysBodyBytesMax,
    ...byBody(wire.forkRequest, ({ server, session }, request) => server.fork(session, request)),
  }),
  post('/v1/pairing', 'An invitation.', wire.pairingResponse, {
    status: 201,
    ...byBody(wire.pairingRequest, ({ server, session }, { id }) => server.invite(session, id)),
  }),
  get('/v1/pairing/:id', 'Tells the inviter what became of an invitation.', wire.pairingState, {
    answer: ({ server, session, id }) => server.pairingState(session, id),
  }),
  post(
    '/v1/pairing/:id/claim',
    'A new device claims an invitation, and asks again until it is answered.',
    wire.claimResponse,
    { token: 'none', ...byBody(wire.claimRequest, ({ server, id }, request) => server.claim(id, request)) },
  ),
  post('/v1/pairing/:id/approve', 'The inviter answers a claim.', wire.pairingState, {
    bodyBytesMax: LIMITS.keysBodyBytesMax,
    ...byBody(wire.approveRequest, ({ server, session, id }, request) =>
      server.answerClaim(session, id, request),
    ),
  }),
  get(
    '/v1/keyring',
    'Key generations, the keys sealed to this device, and the member list.',
    wire.keyringResponse,
    { answer: ({ server, session }) => server.keyring(session) },
  ),
  post(
    '/v1/members',
    'Signed entries of the member list, with the keys that they call for.',
    wire.keyringResponse,
    {
      bodyBytesMax: LIMITS.keysBodyBytesMax,
      ...byBody(wire.membersRequest, ({ server, session }, request) =>
        server.appendMembers(session, request),
      ),
    },
  ),
  get('/healthz', 'The process lives.', alive, { token: 'none' }),
  get(
    '/readyz',
    'Every database answers and is up to date, and the server is not stopping.',
    alive.extend({
      writes: z.literal(false).optional().describe('A database is known to take no writes. Pulls go on.'),
      reason: z.string().optional(),
    }),
    { token: 'none' },
  ),
  get('/metrics', 'Metrics for Prometheus; only where CAIRN_METRICS_TOKEN is set.', z.string(), {
    token: 'metrics',
    mediaType: 'text/plain',
  }),
  get('/openapi.json', 'This document.', z.looseObject({ openapi: z.string() }), { token: 'none' }),
];
