/** The sync server's calls around a vault: all calls except push and pull. */
import type { TransportError } from '@cairn/core';
import {
  type AboutResponse,
  type ApproveRequest,
  aboutResponse,
  type ClaimRequest,
  type ClaimResponse,
  type CreateVaultRequest,
  claimResponse,
  devicesResponse,
  type KeyringResponse,
  keyringResponse,
  LIMITS,
  type MembersRequest,
  type PairingState,
  pairingResponse,
  pairingState,
  type RecoverRequest,
  type RecoverResponse,
  type Result,
  recoverChallenge,
  recoverResponse,
  type VaultInfo,
  vaultInfo,
  type WireDevice,
} from '@cairn/schema';
import type * as z from 'zod';

export type ServerAnswer<T> = Promise<Result<T, TransportError>>;

/** Milliseconds of silence after which a call fails, because a person waits for each of these answers. [RL-12] */
const silenceMsMax = LIMITS.answerMsMax;

/** Part of an HTTP client that these calls need. `adapters/server-http` implements it. */
export interface ServerCaller {
  call<T>(call: {
    readonly method: 'GET' | 'POST';
    readonly path: string;
    readonly body?: Uint8Array;
    readonly bearer: string | null;
    readonly schema: z.ZodType<T>;
    readonly silenceMsMax?: number;
    readonly signal?: AbortSignal | undefined;
  }): ServerAnswer<T>;
}

export interface ServerApi {
  /** Returns the same calls, which are cancelled when `signal` aborts. [RL-46] */
  until(signal: AbortSignal): ServerApi;
  about(): ServerAnswer<AboutResponse>;
  createVault(request: CreateVaultRequest, bearer: string | null): ServerAnswer<VaultInfo>;
  invite(id: string): ServerAnswer<{ readonly expiresAt: number; readonly serverTime: number }>;
  claim(id: string, request: ClaimRequest): ServerAnswer<ClaimResponse>;
  pairing(id: string): ServerAnswer<PairingState>;
  answerClaim(id: string, request: ApproveRequest): ServerAnswer<PairingState>;
  challenge(signKey: string): ServerAnswer<{ readonly challenge: string }>;
  recover(request: RecoverRequest): ServerAnswer<RecoverResponse>;
  devices(): ServerAnswer<readonly WireDevice[]>;
  keyring(): ServerAnswer<KeyringResponse>;
  appendMembers(request: MembersRequest): ServerAnswer<KeyringResponse>;
}

export interface ServerApiDeps {
  readonly http: ServerCaller;
  /** Returns the device's token, or null before it has one. */
  readonly token: () => Promise<string | null>;
  readonly signal?: AbortSignal;
}

export const createServerApi = ({ http, token, signal }: ServerApiDeps): ServerApi => {
  const get = async <T>(path: string, schema: z.ZodType<T>): ServerAnswer<T> =>
    http.call({ method: 'GET', path, bearer: await token(), schema, silenceMsMax, signal });
  const post = <T>(
    path: string,
    value: unknown,
    schema: z.ZodType<T>,
    bearer: string | null,
  ): ServerAnswer<T> =>
    http.call({
      method: 'POST',
      path,
      body: new TextEncoder().encode(JSON.stringify(value)),
      bearer,
      schema,
      silenceMsMax,
      signal,
    });
  const own = async <T>(path: string, value: unknown, schema: z.ZodType<T>): ServerAnswer<T> =>
    post(path, value, schema, await token());

  return {
    until: (other) => createServerApi({ http, token, signal: other }),
    about: () =>
      http.call({
        method: 'GET',
        path: '/v1/about',
        bearer: null,
        schema: aboutResponse,
        silenceMsMax,
        signal,
      }),
    createVault: (request, bearer) => post('/v1/vaults', request, vaultInfo, bearer),
    invite: (id) => own('/v1/pairing', { id }, pairingResponse),
    claim: (id, request) => post(`/v1/pairing/${id}/claim`, request, claimResponse, null),
    pairing: (id) => get(`/v1/pairing/${id}`, pairingState),
    answerClaim: (id, request) => own(`/v1/pairing/${id}/approve`, request, pairingState),
    challenge: (signKey) => post('/v1/recover', { step: 'challenge', signKey }, recoverChallenge, null),
    recover: (request) => post('/v1/recover', request, recoverResponse, null),
    devices: async () => {
      const answer = await get('/v1/devices', devicesResponse);
      return answer.ok ? { ok: true, value: answer.value.devices } : answer;
    },
    keyring: () => get('/v1/keyring', keyringResponse),
    appendMembers: (request) => own('/v1/members', request, keyringResponse),
  };
};
