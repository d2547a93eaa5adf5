/** HTTP client: one keep-alive connection, one request at a time. */
import { Agent, request } from 'node:http';
import { type SearchResult, searchResult } from '@cairn/schema';
import type { Device } from './device.ts';

/** Asks the server at `url`, with these headers in every request. */
export const openClient = (url: string, fixed: Readonly<Record<string, string>>) => {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  return {
    /** Throws unless the status is 200 or 201. */
    ask: (method: string, path: string, body?: string) =>
      new Promise<string>((resolve, reject) => {
        const bytes = body === undefined ? undefined : Buffer.from(body);
        const sized = bytes && { 'content-type': 'application/json', 'content-length': bytes.length };
        const headers = { ...fixed, ...sized };
        const sent = request(`${url}${path}`, { agent, method, headers }, (answer) => {
          let text = '';
          answer.setEncoding('utf8').on('data', (part: string) => {
            text += part;
          });
          answer.once('error', reject);
          answer.once('end', () => {
            if (answer.statusCode === 200 || answer.statusCode === 201) resolve(text);
            else reject(new Error(`${method} ${path}: ${answer.statusCode} ${text}`));
          });
        });
        sent.once('error', reject);
        sent.end(bytes);
      }),
    close: () => agent.destroy(),
  };
};

export type HttpClient = ReturnType<typeof createHttpClient>;

/** Makes a client of a device's daemon. */
export const createHttpClient = (device: Pick<Device, 'port' | 'token'>) => {
  const headers = { authorization: `Bearer ${device.token()}` };
  const { ask, close } = openClient(`http://127.0.0.1:${device.port()}`, headers);
  return { post: (path: string, body: unknown) => ask('POST', path, JSON.stringify(body)), close };
};

/** Searches for the best result alone. */
export const searchFirst = async (client: HttpClient, query: string): Promise<SearchResult> =>
  searchResult.parse(JSON.parse(await client.post('/v1/search', { query, limit: 1 })));
