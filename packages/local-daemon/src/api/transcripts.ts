/** Transcripts that are searchable on this device. [F-8, IM-4] */
import { cappedTranscript } from '@cairn/schema';
import { Hono } from 'hono';
import { resolveScope } from '../services/scope.ts';
import type { ApiDeps } from './deps.ts';
import type { ApiEnv } from './guard-door.ts';
import { readJson } from './input.ts';
import { answer, problem } from './problem.ts';

export const transcriptRoutes = ({ engine, projects }: ApiDeps): Hono<ApiEnv> =>
  new Hono<ApiEnv>()
    .post('/', async (c) => {
      const input = await readJson(c, cappedTranscript);
      if (!input.ok) return problem(input.error);
      const scoped = await resolveScope(projects, input.value);
      return scoped.ok ? answer(await engine().importTurns(scoped.value)) : problem(scoped.error);
    })
    .get('/', async () => Response.json(await engine().listSources('session')))
    .delete('/:id', async (c) => answer(await engine().forgetSource(c.req.param('id'))));
