/** Searching, and the context block of a session. */
import type { Engine } from '@cairn/core';
import { type ContextInput, type ContextResult, contextInput, searchInput } from '@cairn/schema';
import { Hono } from 'hono';
import { resolveScope } from '../services/scope.ts';
import type { ApiDeps } from './deps.ts';
import type { ApiEnv } from './guard-door.ts';
import { parseInput, queryOf, readJson } from './input.ts';
import { answer, problem } from './problem.ts';

export const searchRoute = ({ engine, projects, access, meaningOf }: ApiDeps): Hono<ApiEnv> =>
  new Hono<ApiEnv>().post('/', async (c) => {
    const input = await readJson(c, searchInput);
    if (!input.ok) return problem(input.error);
    const scoped = await resolveScope(projects, input.value);
    if (!scoped.ok) return problem(scoped.error);
    const meaning = await meaningOf(input.value);
    const found = await engine().search(scoped.value, meaning);
    if (found.ok) access.note(found.value.results.map((hit) => hit.id));
    return answer(found);
  });

/** CX-1: so that a session is given nothing twice. */
const noteInjected = async (
  engine: Engine,
  { session, again }: ContextInput,
  { sections }: ContextResult,
): Promise<void> => {
  if (session == null || session.trim() === '' || engine.readOnly) return;
  const ids = sections.flatMap((section) => section.ids);
  if (ids.length > 0 || again === true) await engine.noteInjected(session.trim(), ids, again === true);
};

export const contextRoute = ({ engine, projects, sync, summaries }: ApiDeps): Hono<ApiEnv> =>
  new Hono<ApiEnv>().get('/', async (c) => {
    const { max_tokens, ...query } = queryOf(c, [], ['again', 'explain']);
    const named = max_tokens === undefined ? query : { ...query, maxTokens: max_tokens };
    const input = parseInput(named, contextInput);
    if (!input.ok) return problem(input.error);
    const scoped = await resolveScope(projects, input.value);
    if (!scoped.ok) return problem(scoped.error);
    // A prompt is answered at once; a session's start may wait for what other devices did.
    if (scoped.value.query === undefined) await sync.pullBriefly();
    const made = await engine().context(scoped.value);
    if (made.ok) await noteInjected(engine(), scoped.value, made.value);
    if (scoped.value.query === undefined) summaries.sessionBegan();
    return answer(made);
  });
