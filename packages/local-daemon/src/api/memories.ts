/** Saving, reading, changing and forgetting memories. */

import type { Handlers } from './answers.ts';
import type { ApiDeps } from './deps.ts';
import { answer } from './problem.ts';

export const memoryHandlers = ({ engine, memories, wrote }: ApiDeps) =>
  ({
    'POST /v1/memories': async ({ body }) =>
      answer(await memories.save(body), ({ status }) => (status === 'saved' ? 201 : 200)),
    'GET /v1/memories': ({ query: { tag, id, ...query } }) =>
      memories.list({
        ...query,
        ...(tag === undefined ? {} : { tags: tag }),
        ...(id === undefined ? {} : { ids: id }),
      }),
    'GET /v1/memories/by-key': ({ query }) => memories.getByKey(query.key, query.namespace ?? null),
    'GET /v1/memories/:id': ({ at }) => memories.get(at.id),
    'GET /v1/memories/:id/history': ({ at }) => engine().history(at.id),
    'PATCH /v1/memories/:id': async ({ at, body }) => {
      const patched = await engine().patch(at.id, body);
      if (patched.ok) wrote([patched.value.memory.id]);
      return patched;
    },
    'POST /v1/memories/:id/supersede': async ({ at, body }) => {
      const made = await engine().supersede(at.id, body);
      if (made.ok) wrote([made.value.id, made.value.supersedes]);
      return made;
    },
    'DELETE /v1/memories/:id': ({ at }) => memories.forget({ ids: [at.id] }),
    'POST /v1/forget': ({ body }) => memories.forget(body),
  }) satisfies Partial<Handlers>;
