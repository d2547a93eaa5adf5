/** All endpoints of the server as data for the OpenAPI document. A test compares them with the routes. */
import {
  aboutResponse,
  approveRequest,
  claimRequest,
  claimResponse,
  createVaultRequest,
  devicesResponse,
  digestQuery,
  digestResponse,
  digestRowsQuery,
  digestRowsResponse,
  forkRequest,
  hintSchema,
  keyringResponse,
  membersRequest,
  pairingRequest,
  pairingResponse,
  pairingState,
  pullQuery,
  pullResponse,
  pushRequest,
  pushResponse,
  recoverChallenge,
  recoverRequest,
  recoverResponse,
  registersRequest,
  registersResponse,
  statusResponse,
  vaultInfo,
} from '@cairn/schema';
import * as z from 'zod';

export interface Endpoint {
  readonly method: 'get' | 'post' | 'delete';
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
const device = { token: 'device', status: 200 } as const;

export const ENDPOINTS: readonly Endpoint[] = [
  {
    ...device,
    method: 'post',
    path: '/v1/push',
    summary: 'A frozen batch of registers; a verdict for each.',
    body: pushRequest,
    response: pushResponse,
  },
  {
    ...device,
    method: 'get',
    path: '/v1/pull',
    summary: 'A page of registers above the cursor; for a new device the newest first.',
    query: pullQuery,
    response: pullResponse,
  },
  {
    ...device,
    method: 'get',
    path: '/v1/events',
    summary: 'Server-sent hints, never data.',
    response: hintSchema,
    mediaType: 'text/event-stream',
  },
  {
    ...device,
    method: 'get',
    path: '/v1/status',
    summary: 'The vault, and how far each of its devices is.',
    response: statusResponse,
  },
  {
    ...device,
    method: 'get',
    path: '/v1/devices',
    summary: 'The devices of the vault.',
    response: devicesResponse,
  },
  {
    ...device,
    method: 'get',
    path: '/v1/digest',
    summary: 'Digests of what the vault holds, per range of entities.',
    query: digestQuery,
    response: digestResponse,
  },
  {
    ...device,
    method: 'get',
    path: '/v1/digest/rows',
    summary: 'The stamps of the registers in a range.',
    query: digestRowsQuery,
    response: digestRowsResponse,
  },
  {
    ...device,
    method: 'post',
    path: '/v1/registers',
    summary: 'Registers by name.',
    body: registersRequest,
    response: registersResponse,
  },
  {
    method: 'get',
    path: '/v1/about',
    summary: 'Where a person signs in, if anywhere.',
    token: 'none',
    status: 200,
    response: aboutResponse,
  },
  {
    method: 'post',
    path: '/v1/vaults',
    summary: 'Makes a vault with its first device.',
    token: 'setup',
    body: createVaultRequest,
    status: 201,
    response: vaultInfo,
  },
  {
    method: 'post',
    path: '/v1/recover',
    summary: 'A new device by the recovery words: a challenge, then its answer.',
    token: 'none',
    body: recoverRequest,
    status: 200,
    response: z.union([recoverChallenge, recoverResponse]),
  },
  {
    ...device,
    method: 'post',
    path: '/v1/devices/fork',
    summary: 'A new identity for a copied device.',
    body: forkRequest,
    status: 201,
    response: vaultInfo,
  },
  {
    ...device,
    method: 'post',
    path: '/v1/pairing',
    summary: 'An invitation.',
    body: pairingRequest,
    status: 201,
    response: pairingResponse,
  },
  {
    ...device,
    method: 'get',
    path: '/v1/pairing/:id',
    summary: 'Tells the inviter what became of an invitation.',
    response: pairingState,
  },
  {
    method: 'post',
    path: '/v1/pairing/:id/claim',
    summary: 'A new device claims an invitation, and asks again until it is answered.',
    token: 'none',
    body: claimRequest,
    status: 200,
    response: claimResponse,
  },
  {
    ...device,
    method: 'post',
    path: '/v1/pairing/:id/approve',
    summary: 'The inviter answers a claim.',
    body: approveRequest,
    response: pairingState,
  },
  {
    ...device,
    method: 'get',
    path: '/v1/keyring',
    summary: 'Key generations, the keys sealed to this device, and the member list.',
    response: keyringResponse,
  },
  {
    ...device,
    method: 'post',
    path: '/v1/members',
    summary: 'Signed entries of the member list, with the keys that they call for.',
    body: membersRequest,
    response: keyringResponse,
  },
  {
    method: 'get',
    path: '/healthz',
    summary: 'The process lives.',
    token: 'none',
    status: 200,
    response: alive,
  },
  {
    method: 'get',
    path: '/readyz',
    summary: 'Every database answers and is up to date, and the server is not stopping.',
    token: 'none',
    status: 200,
    response: alive,
  },
  {
    method: 'get',
    path: '/metrics',
    summary: 'Metrics for Prometheus; only where CAIRN_METRICS_TOKEN is set.',
    token: 'metrics',
    status: 200,
    response: z.string(),
    mediaType: 'text/plain',
  },
  {
    method: 'get',
    path: '/openapi.json',
    summary: 'This document.',
    token: 'none',
    status: 200,
    response: z.looseObject({ openapi: z.string() }),
  },
];
