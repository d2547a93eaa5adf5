/** Sessions of agents: their messages, summaries, tasks and files. Local to this device. [SE-1, SE-2, SE-3] */
import { isAbsolute } from 'node:path';
import {
  appendMessagesInput,
  cairnError,
  compactSessionBody,
  err,
  ok,
  restoreQuery,
  rollingSummaryBody,
  sessionFileInput,
  sessionMessagesInput,
  sessionMessagesQuery,
  sessionsQuery,
  sessionTaskInput,
} from '@cairn/schema';
import { type Context, Hono } from 'hono';
import * as z from 'zod';
import { resolveScope } from '../services/scope.ts';
import type { ApiDeps } from './deps.ts';
import type { ApiEnv } from './guard-door.ts';
import { parseInput, queryOf, readJson } from './input.ts';
import { answer, problem } from './problem.ts';

const fileBody = sessionFileInput.extend({
  path: z.string().refine(isAbsolute, 'Give the absolute path of the file'),
});

export const sessionRoutes = ({ engine, projects, sessionFiles }: ApiDeps): Hono<ApiEnv> =>
  new Hono<ApiEnv>()
    .post('/', async (c) => {
      const input = await readJson(c, appendMessagesInput);
      if (!input.ok) return problem(input.error);
      const scoped = await resolveScope(projects, input.value);
      return scoped.ok
        ? answer(await engine().appendMessages(scoped.value), () => 201)
        : problem(scoped.error);
    })
    .get('/', async (c) => {
      const input = parseInput(queryOf(c), sessionsQuery);
      if (!input.ok) return problem(input.error);
      const scoped = await resolveScope(projects, input.value);
      if (!scoped.ok) return problem(scoped.error);
      const { project, ...rest } = scoped.value;
      const wanted = project === undefined ? {} : { project: project === '' ? null : project };
      return Response.json(await engine().sessions({ ...rest, ...wanted }));
    })
    .get('/:id', async (c) => {
      const session = await engine().session(idOf(c));
      return answer(session === null ? err(unknown(idOf(c))) : ok({ session }));
    })
    .delete('/:id', async (c) => answer(await engine().deleteSession(idOf(c))))
    .get('/:id/messages', async (c) => {
      const input = parseInput(queryOf(c), sessionMessagesQuery);
      if (!input.ok) return problem(input.error);
      const session = await engine().session(idOf(c));
      if (session === null) return problem(unknown(idOf(c)));
      const { query, ...part } = input.value;
      if (query !== undefined) {
        if (part.after !== undefined || part.upto !== undefined) return problem(SEARCHED_WHOLE);
        const { last } = part;
        const search = { session: session.id, query, ...(last === undefined ? {} : { last }) };
        return Response.json({ session, ...(await engine().searchSession(search)) });
      }
      const wanted = sessionMessagesInput.parse({ session: session.id, ...part });
      return Response.json({ session, messages: await engine().sessionMessages(wanted) });
    })
    .get('/:id/restore', async (c) => {
      const input = parseInput(queryOf(c, [], ['files']), restoreQuery);
      if (!input.ok) return problem(input.error);
      const { max_tokens: maxTokens, files } = input.value;
      const restored = await engine().restoreSession({
        id: idOf(c),
        ...(maxTokens === undefined ? {} : { maxTokens }),
      });
      if (!restored.ok || files !== true) return answer(restored);
      const left = Math.max(0, restored.value.session.maxTokens - restored.value.tokens);
      return Response.json({ ...restored.value, contents: sessionFiles(restored.value.files, left) });
    })
    .post('/:id/compact', async (c) => {
      const input = await readJson(c, compactSessionBody);
      return input.ok
        ? answer(await engine().compactSession({ ...input.value, id: idOf(c) }))
        : problem(input.error);
    })
    .post('/:id/summary', async (c) => {
      const input = await readJson(c, rollingSummaryBody);
      return input.ok
        ? answer(await engine().writeRollingSummary({ ...input.value, id: idOf(c) }))
        : problem(input.error);
    })
    .post('/:id/end', async (c) => answer(await engine().endSession(idOf(c))))
    .post('/:id/task', async (c) => {
      const input = await readJson(c, sessionTaskInput);
      return input.ok
        ? answer(await engine().setActiveTask(idOf(c), input.value.task))
        : problem(input.error);
    })
    .post('/:id/files', async (c) => {
      const input = await readJson(c, fileBody);
      return input.ok
        ? answer(await engine().noteFile(idOf(c), input.value.path), () => 201)
        : problem(input.error);
    });

const SEARCHED_WHOLE = cairnError(
  'invalid_input',
  'A search goes through the whole session: leave `after` and `upto` out, `last` gives the newest that it finds.',
);

const idOf = (c: Context<ApiEnv, '/:id'>): string => c.req.param('id');

const unknown = (id: string) =>
  cairnError(
    'not_found',
    `No session ${JSON.stringify(id.slice(0, 80))} is here. \`cairn session list\` shows those that are.`,
  );
