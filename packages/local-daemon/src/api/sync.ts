/** Sync by hand. */
import { noInput, removedInput, type SyncResult, syncInput } from '@cairn/schema';
import { Hono } from 'hono';
import type { ApiDeps } from './deps.ts';
import type { ApiEnv } from './guard-door.ts';
import { readJson } from './input.ts';
import { answer, problem } from './problem.ts';

const SYNC_WAIT_S = 60;
export const syncRoutes = ({ sync, verify, refused, removed }: ApiDeps): Hono<ApiEnv> =>
  new Hono<ApiEnv>()
    .get('/refused', async () => Response.json(await refused()))
    .get('/removed', async () => Response.json(await removed.list()))
    .post('/removed/restore', async (c) => {
      const input = await readJson(c, removedInput);
      return input.ok ? answer(await removed.restore(input.value.ids ?? null)) : problem(input.error);
    })
    .post('/removed/drop', async (c) => {
      const input = await readJson(c, removedInput);
      return input.ok ? answer(await removed.drop(input.value.ids ?? null)) : problem(input.error);
    })
    .post('/', async (c) => {
      const input = await readJson(c, syncInput);
      if (!input.ok) return problem(input.error);
      const done =
        input.value.wait === true
          ? await sync.syncNow((input.value.timeoutS ?? SYNC_WAIT_S) * 1_000)
          : await sync.nudge();
      if (done.ok) return Response.json(done.value);
      return problem(done.error.error, progressOf(done.error.progress));
    })
    .post('/verify', async (c) => {
      const input = await readJson(c, noInput);
      return input.ok ? answer(await verify.verify()) : problem(input.error);
    })
    .post('/repair', async (c) => {
      const input = await readJson(c, noInput);
      return input.ok ? answer(await verify.repair()) : problem(input.error);
    })
    .post('/retry', async (c) => {
      const input = await readJson(c, noInput);
      return input.ok ? answer(await sync.retryDead()) : problem(input.error);
    });

const progressOf = (progress: SyncResult | null): Readonly<Record<string, unknown>> =>
  progress === null ? {} : { progress };
