/** The engine's transport to the sync server over HTTP. [SY-U2, SY-P4] */
import { createHash } from 'node:crypto';
import type { DigestSource, SyncTransport } from '@cairn/core';
import {
  DIGEST_HEADER,
  digestResponse,
  digestRowsResponse,
  EPOCH_HEADER,
  keyringResponse,
  LIMITS,
  ok,
  quickPullResponse,
  quickPushResponse,
  registersResponse,
} from '@cairn/schema';
import * as z from 'zod';
import type { ServerHttp } from './server-http.ts';

/** Bytes of a full page: the largest payloads in base64, with the other fields. */
const PAGE_BYTES_MAX = LIMITS.pullItemsDefault * (Math.ceil((LIMITS.payloadBytesMax * 4) / 3) + 512);

export const createHttpTransport = ({ http, token }: HttpTransportDeps): SyncTransport => ({
  ...createHttpDigests({ http, token }),
  push: async (bytes) =>
    http.call({
      method: 'POST',
      path: '/v1/push',
      body: bytes,
      bearer: await token(),
      headers: { [DIGEST_HEADER]: `sha-256=:${createHash('sha256').update(bytes).digest('base64')}:` },
      schema: quickPushResponse,
    }),
  pull: async ({ cursor, limit, empty, epoch, anchor }) => {
    const query = new URLSearchParams({ limit: String(limit) });
    if (cursor === null) query.set('empty', empty ? '1' : '0');
    else query.set('cursor', cursor);
    if (anchor !== null) query.set('anchor', anchor);
    return http.call({
      method: 'GET',
      path: `/v1/pull?${query}`,
      bearer: await token(),
      headers: cursor === null && epoch !== null ? { [EPOCH_HEADER]: epoch } : {},
      schema: quickPullResponse,
      answerBytesMax: PAGE_BYTES_MAX,
    });
  },
  keyring: async (other) =>
    http.call({
      method: 'GET',
      path: '/v1/keyring',
      bearer: other ?? (await token()),
      schema: keyringResponse,
    }),
  appendMembers: async (request, other) =>
    http.call({
      method: 'POST',
      path: '/v1/members',
      body: jsonBytes(request),
      bearer: other ?? (await token()),
      schema: keyringResponse,
    }),
  fork: async (request) => {
    const answer = await http.call({
      method: 'POST',
      path: '/v1/devices/fork',
      body: jsonBytes(request),
      bearer: await token(),
      schema: z.looseObject({}),
    });
    return answer.ok ? ok(null) : answer;
  },
});

const jsonBytes = (value: unknown): Uint8Array => Buffer.from(JSON.stringify(value));

interface HttpTransportDeps {
  readonly http: ServerHttp;
  /** Called for every request. */
  readonly token: () => Promise<string | null>;
}

/** Maximum bytes of an answer with registers. */
const REGISTERS_BYTES_MAX = 16 * 1_048_576;

/** Fetches the server's digests and registers over HTTP. [SY-E5] */
const createHttpDigests = ({ http, token }: HttpTransportDeps): DigestSource => ({
  digest: async (above) =>
    http.call({
      method: 'GET',
      path: `/v1/digest?above=${above}`,
      bearer: await token(),
      schema: digestResponse,
    }),
  digestRows: async ({ after: { entity, facet }, to, above }) => {
    const query = new URLSearchParams({ above: String(above), entity, facet });
    if (to !== null) query.set('to', to);
    return http.call({
      method: 'GET',
      path: `/v1/digest/rows?${query}`,
      bearer: await token(),
      schema: digestRowsResponse,
    });
  },
  registers: async (names) =>
    http.call({
      method: 'POST',
      path: '/v1/registers',
      body: jsonBytes({ registers: names.slice(0, LIMITS.batchItemsMax) }),
      bearer: await token(),
      schema: registersResponse,
      answerBytesMax: REGISTERS_BYTES_MAX,
    }),
});
