/** The routes of the settings of this device. [OP-11] */
import { noInput, settingsPatch } from '@cairn/schema';
import { Hono } from 'hono';
import type { ApiDeps } from './deps.ts';
import type { ApiEnv } from './guard-door.ts';
import { readJson } from './input.ts';
import { answer, problem } from './problem.ts';

export const settingsRoutes = ({ settings }: ApiDeps): Hono<ApiEnv> =>
  new Hono<ApiEnv>()
    .get('/', async () => Response.json(await settings.read()))
    .patch('/', async (c) => {
      const input = await readJson(c, settingsPatch);
      if (!input.ok) return problem(input.error);
      return answer(await settings.change(input.value, c.get('isPage') ? 'page' : 'owner'));
    })
    .post('/test', async (c) => {
      const input = await readJson(c, noInput);
      return input.ok ? Response.json(await settings.testModel()) : problem(input.error);
    });
