/** Searching, and the context block of a session. */
import { contextInput, searchInput } from '@cairn/schema';
import { Hono } from 'hono';
import { resolveScope } from '../services/scope.ts';
import type { ApiDeps } from './deps.ts';
import type { ApiEnv } from './guard-door.ts';
import { parseInput, queryOf, readJson } from './input.ts';
import { answer, problem } from './problem.ts';

export const searchRoute = ({ engine, projects, access }: ApiDeps): Hono<ApiEnv> =>
  new Hono<ApiEnv>().post('/', async (c) => {
    const input = await readJson(c, searchInput);
    if (!input.ok) return problem(input.error);
    const scoped = await resolveScope(projects, input.value);
    if (!scoped.ok) return problem(scoped.error);
    const found = await engine().search(scoped.value);
    if (found.ok) access.note(found.value.results.map((hit) => hit.id));
    return answer(found);
  });

export const contextRoute = ({ engine, projects, sync }: ApiDeps): Hono<ApiEnv> =>
  new Hono<ApiEnv>().get('/', async (c) => {
    const { max_tokens, ...query } = queryOf(c);
    const named = max_tokens === undefined ? query : { ...query, maxTokens: max_tokens };
    const input = parseInput(named, contextInput);
    if (!input.ok) return problem(input.error);
    const scoped = await resolveScope(projects, input.value);
    if (!scoped.ok) return problem(scoped.error);
    await sync.pullBriefly();
    return answer(await engine().context(scoped.value));
  });
