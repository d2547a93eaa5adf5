/** Fetches the server's digests and registers over HTTP. [SY-E5] */
import type { DigestSource } from '@cairn/core';
import { digestResponse, digestRowsResponse, LIMITS, registersResponse } from '@cairn/schema';
import type { ServerHttp } from './server-http.ts';

export const jsonBytes = (value: unknown): Uint8Array => Buffer.from(JSON.stringify(value));

export interface HttpTransportDeps {
  readonly http: ServerHttp;
  /** Asked again for every call. */
  readonly token: () => Promise<string | null>;
}

/** A server's answer to a request for registers, as base64 with the fields around them. */
const REGISTERS_BYTES_MAX = 16 * 1_048_576;

export const createHttpDigests = ({ http, token }: HttpTransportDeps): DigestSource => ({
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
