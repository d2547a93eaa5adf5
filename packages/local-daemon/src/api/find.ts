/** Searching, the context block of a session, and whole prompts. */
import { contextDaysInput, contextInput, heartbeatInput, promptInput, searchInput } from '@cairn/schema';
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

export const contextRoute = ({ memories, prompts }: ApiDeps): Hono<ApiEnv> =>
  new Hono<ApiEnv>()
    .get('/', async (c) => {
      const { max_tokens, ...query } = queryOf(c, [], ['again', 'explain', 'preview']);
      const named = max_tokens === undefined ? query : { ...query, maxTokens: max_tokens };
      const input = parseInput(named, contextInput);
      return input.ok ? answer(await memories.context(input.value)) : problem(input.error);
    })
    .post('/', async (c) => {
      const input = await readJson(c, contextInput);
      return input.ok ? answer(await memories.context(input.value)) : problem(input.error);
    })
    .post('/prompt', async (c) => {
      const input = await readJson(c, promptInput);
      return input.ok ? answer(await prompts.assemble(input.value)) : problem(input.error);
    })
    .get('/days', async (c) => {
      const input = parseInput(queryOf(c), contextDaysInput);
      return input.ok ? answer(await memories.contextDays(input.value)) : problem(input.error);
    })
    .get('/heartbeat', (c) => {
      const input = parseInput(queryOf(c), heartbeatInput);
      return input.ok ? answer(prompts.heartbeat(input.value.cwd)) : problem(input.error);
    });
