/** Handlers of schedules, their runs, and the daemon's housekeeping. [SC-2] */
import { ok } from '@cairn/schema';
import type { Handlers } from './answers.ts';
import type { ApiDeps } from './deps.ts';

export const scheduleHandlers = ({ scheduled }: ApiDeps) =>
  ({
    'POST /v1/schedules': ({ body }) => scheduled.schedules.add(body),
    'GET /v1/schedules': ({ query }) => scheduled.schedules.list(query),
    'POST /v1/schedules/preview': ({ body }) => scheduled.schedules.preview(body.cadence),
    'GET /v1/schedules/system': async () => ok({ schedules: await scheduled.housekeeping.list() }),
    'GET /v1/schedules/:id': ({ at }) => scheduled.schedules.get(at.id),
    'PATCH /v1/schedules/:id': ({ at, body }) => scheduled.schedules.patch(at.id, body),
    'DELETE /v1/schedules/:id': ({ at }) => scheduled.schedules.remove(at.id),
    'POST /v1/schedules/:id/take': ({ at }) => scheduled.schedules.take(at.id),
    // A model may take long. The run uses the store only while it reads or writes.
    'POST /v1/schedules/:id/run': ({ at }) => scheduled.schedules.run(at.id),
    'GET /v1/schedules/:id/runs': ({ at, query }) => scheduled.schedules.runs(at.id, query),
    'GET /v1/schedules/:id/runs/:run': ({ at }) => scheduled.schedules.oneRun(at.id, at.run),
  }) satisfies Partial<Handlers>;
