/** A backend behind the daemon: one request each. */
import { err, ok } from '@cairn/schema';
import type { DaemonClient } from '../device/connect.ts';
import type { Answer, Backend } from './backend.ts';
import type { CallOptions } from './memory.ts';
import type { MemoryFailure } from './memory-error.ts';

const TIMEOUT_MS = 120_000;

export type Ask = <T extends object>(
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE',
  path: string,
  body: unknown,
  options: CallOptions,
) => Answer<T>;

/** `T` is what the daemon's own version of the contract answers: it is proved by its token, and not parsed again. */
export const createAsk =
  (client: DaemonClient): Ask =>
  async <T extends object>(...[method, path, body, options]: Parameters<Ask>) => {
    const { signal, timeoutMs = TIMEOUT_MS } = options;
    const answer = await client.request(method, path, body, {
      timeoutMs,
      ...(signal === undefined ? {} : { signal }),
    });
    if (!answer.ok) return answer;
    return isAnswer<T>(answer.value) ? ok(answer.value) : err(NO_DOCUMENT);
  };

const isAnswer = <T extends object>(value: unknown): value is T =>
  typeof value === 'object' && value !== null;

const NO_DOCUMENT: MemoryFailure = {
  kind: 'internal',
  message: 'The daemon answered without a document. `cairn logs` shows why.',
  retryable: false,
  status: null,
  problem: null,
};

export const createDaemonBackend = (client: DaemonClient, ask: Ask): Backend => ({
  save: (input, options) => ask('POST', '/v1/memories', input, options),
  search: (input, options) => ask('POST', '/v1/search', input, options),
  get: (id, options) => ask('GET', memoryPath(id), undefined, options),
  getByKey: (name, options) => ask('GET', `/v1/memories/by-key${queryText({ ...name })}`, undefined, options),
  list: ({ tags, ...input }, options) =>
    ask('GET', `/v1/memories${queryText({ ...input, tag: tags })}`, undefined, options),
  history: (id, options) => ask('GET', `${memoryPath(id)}/history`, undefined, options),
  supersede: (id, input, options) => ask('POST', `${memoryPath(id)}/supersede`, input, options),
  forget: (input, options) => ask('POST', '/v1/forget', input, options),
  patch: (id, input, options) => ask('PATCH', memoryPath(id), input, options),
  context: ({ maxTokens, query, ...input }, options) =>
    query === undefined
      ? ask('GET', `/v1/context${queryText({ ...input, max_tokens: maxTokens })}`, undefined, options)
      : // A prompt may be longer than an address.
        ask('POST', '/v1/context', { ...input, maxTokens, query }, options),
  prompt: (input, options) => ask('POST', '/v1/context/prompt', input, options),
  profile: (options) => ask('GET', '/v1/profile', undefined, options),
  setProfile: (fields, options) => ask('PATCH', '/v1/profile', { fields }, options),
  close: async () => client.close(),
});

const memoryPath = (id: string): string => `/v1/memories/${encodeURIComponent(id)}`;

/** Lists are repeated; null and undefined are left out, which to the daemon is the same. */
const queryText = (values: Readonly<Record<string, unknown>>): string => {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(values))
    for (const one of Array.isArray(value) ? value : [value])
      if (one != null) query.append(name, String(one));
  return query.size === 0 ? '' : `?${query}`;
};
