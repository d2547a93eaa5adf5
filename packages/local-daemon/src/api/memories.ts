/** Saving, reading, changing and forgetting memories. */
import { forgetInput, listInput, patchInput, saveInput, supersedeInput } from '@cairn/schema';
import { Hono } from 'hono';
import * as z from 'zod';
import { resolveScope } from '../services/scope.ts';
import type { ApiDeps } from './deps.ts';
import type { ApiEnv } from './guard-door.ts';
import { parseInput, queryOf, readJson } from './input.ts';
import { answer, problem } from './problem.ts';

const byKeyInput = z.strictObject({ key: z.string(), namespace: z.string().optional() });

export const memoryRoutes = ({ engine, projects, access, wrote, forgot }: ApiDeps): Hono<ApiEnv> =>
  new Hono<ApiEnv>()
    .post('/', async (c) => {
      const input = await readJson(c, saveInput);
      if (!input.ok) return problem(input.error);
      const scoped = await resolveScope(projects, input.value);
      if (!scoped.ok) return problem(scoped.error);
      const saved = await engine().remember(scoped.value);
      if (saved.ok && saved.value.status !== 'duplicate') wrote([saved.value.id]);
      return answer(saved, (value) => (value.status === 'saved' ? 201 : 200));
    })
    .get('/', async (c) => {
      const { tag, ...query } = queryOf(c, ['tag'], ['pinned', 'all']);
      const input = parseInput(tag === undefined ? query : { ...query, tags: tag }, listInput);
      if (!input.ok) return problem(input.error);
      const scoped = await resolveScope(projects, input.value);
      return scoped.ok ? answer(await engine().list(scoped.value)) : problem(scoped.error);
    })
    .get('/by-key', async (c) => {
      const input = parseInput(queryOf(c), byKeyInput);
      if (!input.ok) return problem(input.error);
      const found = await engine().getByKey(input.value.key, input.value.namespace ?? null);
      if (found.ok) access.note([found.value.memory.id]);
      return answer(found);
    })
    .get('/:id', async (c) => {
      const found = await engine().get(c.req.param('id'));
      if (found.ok) access.note([found.value.memory.id]);
      return answer(found);
    })
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
    .delete('/:id', async (c) => {
      const forgotten = await engine().forget({ ids: [c.req.param('id')] });
      if (forgotten.ok) forgot(forgotten.value.forgotten);
      return answer(forgotten);
    });

/** `POST /v1/forget`: several at once, or by key. */
export const forgetRoute = ({ engine, forgot }: ApiDeps): Hono<ApiEnv> =>
  new Hono<ApiEnv>().post('/', async (c) => {
    const input = await readJson(c, forgetInput);
    if (!input.ok) return problem(input.error);
    const forgotten = await engine().forget(input.value);
    if (forgotten.ok) forgot(forgotten.value.forgotten);
    return answer(forgotten);
  });
