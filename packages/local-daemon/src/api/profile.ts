/** The profiles: the agent's, the person's, rules and tool notes. [CX-2] */
import {
  PROFILE_DOCUMENTS,
  type ProfileChange,
  profileDocumentInput,
  profileFieldsInput,
  profileHistoryInput,
  profileItemInput,
  profileItemPatch,
  profileRawInput,
} from '@cairn/schema';
import { Hono } from 'hono';
import type { ApiDeps } from './deps.ts';
import type { ApiEnv } from './guard-door.ts';
import { parseInput, queryOf, readJson } from './input.ts';
import { answer, problem } from './problem.ts';

export const profileRoutes = ({ engine, sync }: ApiDeps): Hono<ApiEnv> => {
  const change = async (wanted: ProfileChange, status = 200): Promise<Response> => {
    const changed = await engine().changeProfile(wanted);
    if (changed.ok) sync.localWrite();
    return answer(changed, () => status);
  };
  const app = new Hono<ApiEnv>()
    .get('/', async () => Response.json({ profile: await engine().profile() }))
    .patch('/', async (c) => {
      const input = await readJson(c, profileFieldsInput);
      return input.ok ? change({ kind: 'fields', ...input.value }) : problem(input.error);
    })
    .get('/history', async (c) => {
      const input = parseInput(queryOf(c), profileHistoryInput);
      return input.ok ? answer(await engine().profileHistory(input.value.field)) : problem(input.error);
    });
  for (const document of PROFILE_DOCUMENTS)
    app
      .post(`/${document}`, async (c) => {
        const input = await readJson(c, profileDocumentInput);
        if (!input.ok) return problem(input.error);
        const { text, as = 'auto' } = input.value;
        return change({ kind: 'replace', document, text, as });
      })
      .patch(`/${document}`, async (c) => {
        const input = await readJson(c, profileRawInput);
        return input.ok ? change({ kind: 'raw', document, ...input.value }) : problem(input.error);
      })
      .post(`/${document}/items`, async (c) => {
        const input = await readJson(c, profileItemInput);
        return input.ok
          ? change({ kind: 'item_add', document, item: input.value }, 201)
          : problem(input.error);
      })
      .patch(`/${document}/items/:id`, async (c) => {
        const input = await readJson(c, profileItemPatch);
        if (!input.ok) return problem(input.error);
        return change({ kind: 'item_patch', document, id: c.req.param('id'), patch: input.value });
      })
      .delete(`/${document}/items/:id`, (c) =>
        change({ kind: 'item_remove', document, id: c.req.param('id') }),
      );
  return app;
};
