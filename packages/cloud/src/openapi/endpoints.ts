/** All endpoints of the server as data for the OpenAPI document. A test compares them with the routes. */
import * as wire from '@cairn/schema';
import * as z from 'zod';

export interface Endpoint {
  readonly method: 'get' | 'post';
  /** Parameters as `:name`, like in the router. */
  readonly path: string;
  readonly summary: string;
  /** The required kind of bearer token. `setup`: the setup token, or a session of an account. */
  readonly token: 'device' | 'setup' | 'metrics' | 'none';
  readonly query?: z.ZodObject;
  readonly body?: z.ZodType;
  readonly status: 200 | 201;
  readonly response: z.ZodType;
  /** Default: `application/json`. */
  readonly mediaType?: string;
}

const alive = z.looseObject({ ok: z.literal(true), serverTime: z.number().int() });
/** Default: a device's endpoint. */
const endpoint =
  (method: Endpoint['method']) =>
  (path: string, summary: string, response: z.ZodType, more: Partial<Endpoint> = {}): Endpoint => ({
    ...{ method, path, summary, response, token: 'device', status: 200 },
    ...more,
  });
const [get, post] = [endpoint('get'), endpoint('post')];

export const ENDPOINTS: readonly Endpoint[] = [
  post('/v1/push', 'A frozen batch of registers; a verdict for each.', wire.pushResponse, {
    body: wire.pushRequest,
  }),
  get(
    '/v1/pull',
    'A page of registers above the cursor; for a new device the newest first.',
    wire.pullResponse,
    {
      query: wire.pullQuery,
    },
  ),
  get('/v1/events', 'Server-sent hints, never data.', wire.hintSchema, { mediaType: 'text/event-stream' }),
  get('/v1/status', 'The vault, and how far each of its devices is.', wire.statusResponse),
  get('/v1/devices', 'The devices of the vault.', wire.devicesResponse),
  get('/v1/digest', 'Digests of what the vault holds, per range of entities.', wire.digestResponse, {
    query: wire.digestQuery,
  }),
  get('/v1/digest/rows', 'The stamps of the registers in a range.', wire.digestRowsResponse, {
    query: wire.digestRowsQuery,
  }),
  post('/v1/registers', 'Registers by name.', wire.registersResponse, { body: wire.registersRequest }),
  get('/v1/about', 'Where a person signs in, if anywhere.', wire.aboutResponse, { token: 'none' }),
  post('/v1/vaults', 'Makes a vault with its first device.', wire.vaultInfo, {
    token: 'setup',
    status: 201,
    body: wire.createVaultRequest,
  }),
  post(
    '/v1/recover',
    'A new device by the recovery words: a challenge, then its answer.',
    z.union([wire.recoverChallenge, wire.recoverResponse]),
    { token: 'none', body: wire.recoverRequest },
  ),
  post('/v1/devices/fork', 'A new identity for a copied device.', wire.vaultInfo, {
    status: 201,
    body: wire.forkRequest,
  }),
  post('/v1/pairing', 'An invitation.', wire.pairingResponse, { status: 201, body: wire.pairingRequest }),
  get('/v1/pairing/:id', 'Tells the inviter what became of an invitation.', wire.pairingState),
  post(
    '/v1/pairing/:id/claim',
    'A new device claims an invitation, and asks again until it is answered.',
    wire.claimResponse,
    { token: 'none', body: wire.claimRequest },
  ),
  post('/v1/pairing/:id/approve', 'The inviter answers a claim.', wire.pairingState, {
    body: wire.approveRequest,
  }),
  get(
    '/v1/keyring',
    'Key generations, the keys sealed to this device, and the member list.',
    wire.keyringResponse,
  ),
  post(
    '/v1/members',
    'Signed entries of the member list, with the keys that they call for.',
    wire.keyringResponse,
    { body: wire.membersRequest },
  ),
  get('/healthz', 'The process lives.', alive, { token: 'none' }),
  get('/readyz', 'Every database answers and is up to date, and the server is not stopping.', alive, {
    token: 'none',
  }),
  get('/metrics', 'Metrics for Prometheus; only where CAIRN_METRICS_TOKEN is set.', z.string(), {
    token: 'metrics',
    mediaType: 'text/plain',
  }),
  get('/openapi.json', 'This document.', z.looseObject({ openapi: z.string() }), { token: 'none' }),
];
