/** Saving, reading, changing and forgetting memories. */
import { byKeyInput, forgetInput, listInput, patchInput, saveInput, supersedeInput } from '@cairn/schema';
import { Hono } from 'hono';
import type { ApiDeps } from './deps.ts';
import type { ApiEnv } from './guard-door.ts';
import { parseInput, queryOf, readJson } from './input.ts';
import { answer, problem } from './problem.ts';

export const memoryRoutes = ({ engine, memories, wrote }: ApiDeps): Hono<ApiEnv> =>
  new Hono<ApiEnv>()
    .post('/', async (c) => {
      const input = await readJson(c, saveInput);
      if (!input.ok) return problem(input.error);
      return answer(await memories.save(input.value), (value) => (value.status === 'saved' ? 201 : 200));
    })
    .get('/', async (c) => {
      // Under the names that a body has them by, too.
      const { tag, id, ...query } = queryOf(c, ['tag', 'tags', 'id', 'ids'], ['pinned', 'all']);
      const lists = { ...(tag === undefined ? {} : { tags: tag }), ...(id === undefined ? {} : { ids: id }) };
      const input = parseInput({ ...query, ...lists }, listInput);
      return input.ok ? answer(await memories.list(input.value)) : problem(input.error);
    })
    .get('/by-key', async (c) => {
      const input = parseInput(queryOf(c), byKeyInput);
      if (!input.ok) return problem(input.error);
      return answer(await memories.getByKey(input.value.key, input.value.namespace ?? null));
    })
    .get('/:id', async (c) => answer(await memories.get(c.req.param('id'))))
    .get('/:id/history', async (c) => answer(await engine().history(c.req.param('id'))))
    .patch('/:id', async (c) => {
      const input = await readJson(c, patchInput);
      if (!input.ok) return problem(input.error);
      const patched = await engine().patch(c.req.param('id'), input.value);
      if (patched.ok) wrote([patched.value.memory.id]);
      return answer(patched);
    })
    .post('/:id/supersede', async (c) => {
      const input = await readJson(c, supersedeInput);
      if (!input.ok) return problem(input.error);
      const made = await engine().supersede(c.req.param('id'), input.value);
      if (made.ok) wrote([made.value.id, made.value.supersedes]);
      return answer(made);
    })
    .delete('/:id', async (c) => answer(await memories.forget({ ids: [c.req.param('id')] })));

/** `POST /v1/forget`: several at once, or by key. */
export const forgetRoute = ({ memories }: ApiDeps): Hono<ApiEnv> =>
  new Hono<ApiEnv>().post('/', async (c) => {
    const input = await readJson(c, forgetInput);
    return input.ok ? answer(await memories.forget(input.value)) : problem(input.error);
  });
