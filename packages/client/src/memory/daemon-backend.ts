/** A backend that sends one request to the daemon for each call. */
import type { DaemonClient } from '../device/connect.ts';
import type { Ask } from './ask.ts';
import type { Backend } from './backend.ts';
import type { SessionBackend } from './sessions.ts';

export const createDaemonBackend = (client: DaemonClient, ask: Ask): Backend => ({
  save: (body, options) => ask('POST /v1/memories', { body }, options),
  search: (body, options) => ask('POST /v1/search', { body }, options),
  get: (id, options) => ask('GET /v1/memories/:id', { at: { id } }, options),
  getByKey: (query, options) => ask('GET /v1/memories/by-key', { query }, options),
  list: ({ tags, ids, ...query }, options) =>
    ask('GET /v1/memories', { query: { ...query, tag: tags, id: ids } }, options),
  history: (id, options) => ask('GET /v1/memories/:id/history', { at: { id } }, options),
  why: (body, options) => ask('POST /v1/why', { body }, options),
  supersede: (id, body, options) => ask('POST /v1/memories/:id/supersede', { at: { id }, body }, options),
  forget: (body, options) => ask('POST /v1/forget', { body }, options),
  patch: (id, body, options) => ask('PATCH /v1/memories/:id', { at: { id }, body }, options),
  context: ({ maxTokens, query, ...input }, options) =>
    query === undefined
      ? ask('GET /v1/context', { query: { ...input, max_tokens: maxTokens } }, options)
      : // A prompt may be longer than an address.
        ask('POST /v1/context', { body: { ...input, maxTokens, query } }, options),
  prompt: (body, options) => ask('POST /v1/context/prompt', { body }, options),
  profile: (options) => ask('GET /v1/profile', {}, options),
  setProfile: (fields, options) => ask('PATCH /v1/profile', { body: { fields } }, options),
  sessions: createDaemonSessions(ask),
  close: async () => client.close(),
});

const createDaemonSessions = (ask: Ask): SessionBackend => ({
  append: (body, options) => ask('POST /v1/sessions', { body }, options),
  // An empty name means no project.
  list: ({ project, ...query }, options) =>
    ask('GET /v1/sessions', { query: { ...query, project: project === null ? '' : project } }, options),
  get: (id, options) => ask('GET /v1/sessions/:id', { at: { id } }, options),
  messages: ({ session: id, ...query }, options) =>
    ask('GET /v1/sessions/:id/messages', { at: { id }, query }, options),
  restore: ({ id, maxTokens }, options) =>
    ask('GET /v1/sessions/:id/restore', { at: { id }, query: { max_tokens: maxTokens } }, options),
  compact: ({ id, ...body }, options) => ask('POST /v1/sessions/:id/compact', { at: { id }, body }, options),
  summarise: ({ id, ...body }, options) =>
    ask('POST /v1/sessions/:id/summary', { at: { id }, body }, options),
  end: (id, options) => ask('POST /v1/sessions/:id/end', { at: { id } }, options),
  setTask: (id, task, options) => ask('POST /v1/sessions/:id/task', { at: { id }, body: { task } }, options),
  noteFile: (id, path, options) =>
    ask('POST /v1/sessions/:id/files', { at: { id }, body: { path } }, options),
  delete: (id, options) => ask('DELETE /v1/sessions/:id', { at: { id } }, options),
});
