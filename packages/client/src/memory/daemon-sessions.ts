/** Sessions behind the daemon: one request each. */
import type { Ask } from './ask.ts';
import type { SessionBackend } from './sessions.ts';

export const createDaemonSessions = (ask: Ask): SessionBackend => ({
  append: (body, options) => ask('POST /v1/sessions', { body }, options),
  // An empty name is that of no project.
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
