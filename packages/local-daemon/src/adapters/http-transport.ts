/** The engine's transport to the sync server over HTTP. [SY-U2, SY-P4] */
import { createHash } from 'node:crypto';
import type { SyncTransport } from '@cairn/core';
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
import type { ServerCall } from '../services/server-api.ts';
import type { HintStreamDeps } from './hint-stream.ts';

/** Bytes of a full page: the largest payloads in base64, with the other fields. */
const PAGE_BYTES_MAX = LIMITS.pullItemsDefault * (Math.ceil((LIMITS.payloadBytesMax * 4) / 3) + 512);

/** Maximum bytes of an answer with registers. [SY-E5] */
const REGISTERS_BYTES_MAX = 16 * 1_048_576;

type Call<T> = Omit<ServerCall<T>, 'method' | 'bearer'> & { readonly bearer?: string | undefined };

/** A call with a body is a POST, and one without is a GET. `bearer`: a token other than this device's. */
export const createHttpTransport = ({
  http,
  token,
}: Pick<HintStreamDeps, 'http' | 'token'>): SyncTransport => {
  const call = async <T>({ bearer, ...rest }: Call<T>) => {
    const method = rest.body === undefined ? 'GET' : 'POST';
    return http.call({ ...rest, method, bearer: bearer ?? (await token()) });
  };
  return {
    push: (body) => {
      const digest = `sha-256=:${createHash('sha256').update(body).digest('base64')}:`;
      return call({
        path: '/v1/push',
        body,
        headers: { [DIGEST_HEADER]: digest },
        schema: quickPushResponse,
      });
    },
    pull: ({ cursor, limit, empty, epoch, anchor }) => {
      const query = new URLSearchParams({ limit: String(limit) });
      if (cursor === null) query.set('empty', empty ? '1' : '0');
      else query.set('cursor', cursor);
      if (anchor !== null) query.set('anchor', anchor);
      return call({
        path: `/v1/pull?${query}`,
        headers: cursor === null && epoch !== null ? { [EPOCH_HEADER]: epoch } : {},
        schema: quickPullResponse,
        answerBytesMax: PAGE_BYTES_MAX,
      });
    },
    keyring: (bearer) => call({ path: '/v1/keyring', bearer, schema: keyringResponse }),
    appendMembers: (request, bearer) =>
      call({ path: '/v1/members', body: jsonBytes(request), bearer, schema: keyringResponse }),
    fork: async (request) => {
      const body = jsonBytes(request);
      const answer = await call({ path: '/v1/devices/fork', body, schema: z.looseObject({}) });
      return answer.ok ? ok(null) : answer;
    },
    digest: (above) => call({ path: `/v1/digest?above=${above}`, schema: digestResponse }),
    digestRows: ({ after: { entity, facet }, to, above }) => {
      const query = new URLSearchParams({ above: String(above), entity, facet });
      if (to !== null) query.set('to', to);
      return call({ path: `/v1/digest/rows?${query}`, schema: digestRowsResponse });
    },
    registers: (names) =>
      call({
        path: '/v1/registers',
        body: jsonBytes({ registers: names.slice(0, LIMITS.batchItemsMax) }),
        schema: registersResponse,
        answerBytesMax: REGISTERS_BYTES_MAX,
      }),
  };
};

const jsonBytes = (value: unknown): Uint8Array => Buffer.from(JSON.stringify(value));
