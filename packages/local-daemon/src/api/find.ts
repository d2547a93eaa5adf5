/** Searching, and the context block of a session. */
import { contextInput, promptContextInput, searchInput } from '@cairn/schema';
import { Hono } from 'hono';
import type { ApiDeps } from './deps.ts';
import type { ApiEnv } from './guard-door.ts';
import { parseInput, queryOf, readJson } from './input.ts';
import { answer, problem } from './problem.ts';

export const searchRoute = ({ memories }: ApiDeps): Hono<ApiEnv> =>
  new Hono<ApiEnv>().post('/', async (c) => {
    const input = await readJson(c, searchInput);
    return input.ok ? answer(await memories.search(input.value)) : problem(input.error);
  });

export const contextRoute = ({ memories }: ApiDeps): Hono<ApiEnv> =>
  new Hono<ApiEnv>()
    .get('/', async (c) => {
      const { max_tokens, ...query } = queryOf(c, [], ['again', 'explain', 'preview']);
      const named = max_tokens === undefined ? query : { ...query, maxTokens: max_tokens };
      const input = parseInput(named, contextInput);
      return input.ok ? answer(await memories.context(input.value)) : problem(input.error);
    })
    .post('/prompt', async (c) => {
      const input = await readJson(c, promptContextInput);
      if (!input.ok) return problem(input.error);
      const { prompt, ...rest } = input.value;
      return answer(await memories.context({ ...rest, query: prompt }));
    });
