/** Schedules, their runs, and the daemon's own housekeeping. [SC-2] */
import {
  cadencePreviewInput,
  scheduleInput,
  schedulePatch,
  scheduleQuery,
  scheduleRunsQuery,
} from '@cairn/schema';
import { Hono } from 'hono';
import type { ApiDeps } from './deps.ts';
import type { ApiEnv } from './guard-door.ts';
import { parseInput, queryOf, readJson } from './input.ts';
import { answer, problem } from './problem.ts';

export const scheduleRoutes = ({ scheduled }: ApiDeps): Hono<ApiEnv> => {
  const schedules = () => scheduled.schedules;
  return (
    new Hono<ApiEnv>()
      .post('/', async (c) => {
        const input = await readJson(c, scheduleInput);
        if (!input.ok) return problem(input.error);
        return answer(await schedules().add(input.value), () => 201);
      })
      .get('/', async (c) => {
        const input = parseInput(queryOf(c), scheduleQuery);
        return input.ok ? answer(await schedules().list(input.value)) : problem(input.error);
      })
      .post('/preview', async (c) => {
        const input = await readJson(c, cadencePreviewInput);
        return input.ok ? answer(schedules().preview(input.value.cadence)) : problem(input.error);
      })
      .get('/system', async () => Response.json({ schedules: await scheduled.housekeeping.list() }))
      .get('/:id', async (c) => answer(await schedules().get(c.req.param('id'))))
      .patch('/:id', async (c) => {
        const input = await readJson(c, schedulePatch);
        if (!input.ok) return problem(input.error);
        return answer(await schedules().patch(c.req.param('id'), input.value));
      })
      .delete('/:id', async (c) => answer(await schedules().remove(c.req.param('id'))))
      .post('/:id/take', async (c) => answer(await schedules().take(c.req.param('id'))))
      // A model may take long; it shares the store only while it reads or writes.
      .post('/:id/run', async (c) => answer(await schedules().run(c.req.param('id'))))
      .get('/:id/runs', async (c) => {
        const input = parseInput(queryOf(c), scheduleRunsQuery);
        if (!input.ok) return problem(input.error);
        return answer(await schedules().runs(c.req.param('id'), input.value));
      })
      .get('/:id/runs/:run', async (c) => {
        const { id, run } = c.req.param();
        return answer(await schedules().oneRun(id, run));
      })
  );
};
