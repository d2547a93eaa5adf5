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
  ok,
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
  // A call fails after this silence, because a person waits for each of these answers. [RL-12]
  const limits = { silenceMsMax: LIMITS.answerMsMax, signal };
  const get = <T>(path: string, schema: z.ZodType<T>, bearer: string | null): ServerAnswer<T> =>
    http.call({ method: 'GET', path, bearer, schema, ...limits });
  const post = <T>(path: string, value: unknown, schema: z.ZodType<T>, bearer: string | null) => {
    const body = new TextEncoder().encode(JSON.stringify(value));
    return http.call({ method: 'POST', path, body, bearer, schema, ...limits });
  };
  const own = async <T>(path: string, value: unknown, schema: z.ZodType<T>): ServerAnswer<T> =>
    post(path, value, schema, await token());

  return {
    until: (other) => createServerApi({ http, token, signal: other }),
    about: () => get('/v1/about', aboutResponse, null),
    createVault: (request, bearer) => post('/v1/vaults', request, vaultInfo, bearer),
    invite: (id) => own('/v1/pairing', { id }, pairingResponse),
    claim: (id, request) => post(`/v1/pairing/${id}/claim`, request, claimResponse, null),
    pairing: async (id) => get(`/v1/pairing/${id}`, pairingState, await token()),
    answerClaim: (id, request) => own(`/v1/pairing/${id}/approve`, request, pairingState),
    challenge: (signKey) => post('/v1/recover', { step: 'challenge', signKey }, recoverChallenge, null),
    recover: (request) => post('/v1/recover', request, recoverResponse, null),
    devices: async () => {
      const answer = await get('/v1/devices', devicesResponse, await token());
      return answer.ok ? ok(answer.value.devices) : answer;
    },
    keyring: async () => get('/v1/keyring', keyringResponse, await token()),
    appendMembers: (request) => own('/v1/members', request, keyringResponse),
  };
};
