/** The sync server's calls around a vault: all calls except push and pull. */
import type { TransportError } from '@cairn/core';
import {
  type ApproveRequest,
  aboutResponse,
  type ClaimRequest,
  type CreateVaultRequest,
  claimResponse,
  devicesResponse,
  keyringResponse,
  LIMITS,
  type MembersRequest,
  ok,
  pairingResponse,
  pairingState,
  type RecoverRequest,
  type Result,
  recoverChallenge,
  recoverResponse,
  vaultInfo,
  type WireDevice,
} from '@cairn/schema';
import type * as z from 'zod';

export type ServerAnswer<T> = Promise<Result<T, TransportError>>;

/** A call to the server. `adapters/server-http` makes it. */
export interface ServerCall<T> {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  /** Sent unchanged, as JSON. */
  readonly body?: Uint8Array;
  /** Null for calls without a token. */
  readonly bearer: string | null;
  /** Headers besides those of every call. */
  readonly headers?: Readonly<Record<string, string>>;
  readonly schema: z.ZodType<T>;
  /** Default: 4 MiB. */
  readonly answerBytesMax?: number;
  /** Longest silence. Default: 30 s. */
  readonly silenceMsMax?: number;
  readonly signal?: AbortSignal | undefined;
}

export interface ServerApi extends ReturnType<typeof callsTo> {
  /** Returns the same calls, which are cancelled when `signal` aborts. [RL-46] */
  until(signal: AbortSignal): ServerApi;
}

export interface ServerApiDeps {
  readonly http: { call<T>(call: ServerCall<T>): ServerAnswer<T> };
  /** Returns the device's token, or null before it has one. */
  readonly token: () => Promise<string | null>;
  readonly signal?: AbortSignal;
}

export const createServerApi = (deps: ServerApiDeps): ServerApi => ({
  ...callsTo(deps),
  until: (signal) => createServerApi({ ...deps, signal }),
});

const callsTo = ({ http, token, signal }: ServerApiDeps) => {
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
    about: () => get('/v1/about', aboutResponse, null),
    createVault: (request: CreateVaultRequest, bearer: string | null) =>
      post('/v1/vaults', request, vaultInfo, bearer),
    invite: (id: string) => own('/v1/pairing', { id }, pairingResponse),
    claim: (id: string, request: ClaimRequest) =>
      post(`/v1/pairing/${id}/claim`, request, claimResponse, null),
    pairing: async (id: string) => get(`/v1/pairing/${id}`, pairingState, await token()),
    answerClaim: (id: string, request: ApproveRequest) =>
      own(`/v1/pairing/${id}/approve`, request, pairingState),
    challenge: (signKey: string) =>
      post('/v1/recover', { step: 'challenge', signKey }, recoverChallenge, null),
    recover: (request: RecoverRequest) => post('/v1/recover', request, recoverResponse, null),
    devices: async (): ServerAnswer<readonly WireDevice[]> => {
      const answer = await get('/v1/devices', devicesResponse, await token());
      return answer.ok ? ok(answer.value.devices) : answer;
    },
    keyring: async () => get('/v1/keyring', keyringResponse, await token()),
    appendMembers: (request: MembersRequest) => own('/v1/members', request, keyringResponse),
  };
};
