/** A backend behind the daemon: one request each. */
import type { DaemonClient } from '../device/connect.ts';
import type { Ask } from './ask.ts';
import type { Backend } from './backend.ts';
import { createDaemonSessions } from './daemon-sessions.ts';
import { queryText } from './query-text.ts';

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
  sessions: createDaemonSessions(ask),
  close: async () => client.close(),
});

const memoryPath = (id: string): string => `/v1/memories/${encodeURIComponent(id)}`;
