/** The engine's way to the sync server, over HTTP. [SY-U2, SY-P4] */
import { createHash } from 'node:crypto';
import type { SyncTransport } from '@cairn/core';
import {
  DIGEST_HEADER,
  EPOCH_HEADER,
  keyringResponse,
  LIMITS,
  ok,
  quickPullResponse,
  quickPushResponse,
} from '@cairn/schema';
import * as z from 'zod';
import { createHttpDigests, type HttpTransportDeps, jsonBytes } from './http-digests.ts';

/** A full page of the largest payloads, as base64 with the fields around them. */
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
  keyring: async () =>
    http.call({ method: 'GET', path: '/v1/keyring', bearer: await token(), schema: keyringResponse }),
  appendMembers: async (request) =>
    http.call({
      method: 'POST',
      path: '/v1/members',
      body: jsonBytes(request),
      bearer: await token(),
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
