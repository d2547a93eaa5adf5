/** Text files that are searchable on this device. [M-11] */
import { documentInput, folderInput } from '@cairn/schema';
import { Hono } from 'hono';
import { resolveScope } from '../services/scope.ts';
import type { ApiDeps } from './deps.ts';
import type { ApiEnv } from './guard-door.ts';
import { readJson } from './input.ts';
import { answer, problem } from './problem.ts';

export const documentRoutes = ({ engine, projects }: ApiDeps): Hono<ApiEnv> =>
  new Hono<ApiEnv>()
    .post('/', async (c) => {
      const input = await readJson(c, documentInput);
      if (!input.ok) return problem(input.error);
      const scoped = await resolveScope(projects, input.value);
      if (!scoped.ok) return problem(scoped.error);
      const indexed = await engine().indexDocument(scoped.value);
      return answer(indexed, ({ status }) => (status === 'indexed' ? 201 : 200));
    })
    .get('/', async () => Response.json(await engine().listSources('document')))
    .post('/folders', async (c) => {
      const input = await readJson(c, folderInput);
      if (!input.ok) return problem(input.error);
      const scoped = await resolveScope(projects, input.value);
      if (!scoped.ok) return problem(scoped.error);
      return answer(await engine().noteFolder(scoped.value), () => 201);
    })
    .delete('/folders', async (c) => answer(await engine().forgetFolders(c.req.query('path') ?? '')))
    .delete('/:id', async (c) => answer(await engine().forgetSource(c.req.param('id'), true)));
