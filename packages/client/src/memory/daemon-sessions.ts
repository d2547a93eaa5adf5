/** Sessions behind the daemon: one request each. */
import type { Ask } from './ask.ts';
import { queryText } from './query-text.ts';
import type { SessionBackend } from './sessions.ts';

export const createDaemonSessions = (ask: Ask): SessionBackend => ({
  append: (input, options) => ask('POST', '/v1/sessions', input, options),
  list: ({ project, ...input }, options) => {
    // An empty name is that of no project.
    const query = queryText({ ...input, project: project === null ? '' : project });
    return ask('GET', `/v1/sessions${query}`, undefined, options);
  },
  get: (id, options) => ask('GET', pathOf(id), undefined, options),
  messages: ({ session, ...range }, options) =>
    ask('GET', `${pathOf(session)}/messages${queryText(range)}`, undefined, options),
  restore: ({ id, maxTokens }, options) =>
    ask('GET', `${pathOf(id)}/restore${queryText({ max_tokens: maxTokens })}`, undefined, options),
  compact: ({ id, ...input }, options) => ask('POST', `${pathOf(id)}/compact`, input, options),
  summarise: ({ id, ...input }, options) => ask('POST', `${pathOf(id)}/summary`, input, options),
  end: (id, options) => ask('POST', `${pathOf(id)}/end`, undefined, options),
  setTask: (id, task, options) => ask('POST', `${pathOf(id)}/task`, { task }, options),
  noteFile: (id, path, options) => ask('POST', `${pathOf(id)}/files`, { path }, options),
  delete: (id, options) => ask('DELETE', pathOf(id), undefined, options),
});

const pathOf = (id: string): string => `/v1/sessions/${encodeURIComponent(id)}`;
