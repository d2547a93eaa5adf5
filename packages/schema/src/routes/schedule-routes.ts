/** Routes of schedules, their runs, and the daemon's housekeeping. */
import { CHANGE_ON_PAGE, FIND_ON_PAGE, ON_PAGE, READ_ON_PAGE, READS, type Routes, WRITES } from './route.ts';

export const SCHEDULE_ROUTES = {
  'POST /v1/schedules': {
    summary: 'Makes a schedule, which this device runs.',
    details:
      "At that time, the model is asked to do `goal`, with memories of the project. `cadence` is `cron` with five fields (or six, the seconds first), `once` at a future time, or `interval` of at least 60 seconds. A time without an offset is in `timezone`, or else in the device's time zone. A goal that reads like an order to break the rules is refused. If no person wrote it (`source`), the schedule is paused with the `reason`. `notify`: `always`, `on_change` (another output than the last), `on_failure`, `never`. The same schedule again on this device, in the same state, gives the one that there is.",
    body: 'scheduleInput',
    statuses: [201],
    response: 'scheduleResult',
    problems: ['refused', ...WRITES],
    repeatable: true,
    ...ON_PAGE,
  },
  'GET /v1/schedules': {
    summary: 'Lists schedules, the newest first.',
    details:
      "`query`: words in the name or the goal. `runner`: a device's id, `this_device`, `other_device` or `nobody`. `nextRunAt`, `lastRunAt` and `failures` are those of this device.",
    query: 'scheduleQuery',
    response: 'schedulesResult',
    ...READ_ON_PAGE,
  },
  'POST /v1/schedules/preview': {
    summary: 'Computes the next five runs of a cadence. It makes no schedule.',
    details:
      "`next` has each time in UTC, and as `text` in `timezone` or else in the device's time zone. `words` is the cron expression in English, or null if it is too complex. An invalid cadence is refused with the same sentence as when it is saved.",
    body: 'cadencePreviewInput',
    response: 'cadencePreview',
    problems: READS,
    page: true,
  },
  'GET /v1/schedules/system': {
    summary: "Lists the daemon's own jobs: the last run and its result, and the next run.",
    response: 'systemJobsResult',
    ...READ_ON_PAGE,
  },
  'GET /v1/schedules/:id': {
    summary: 'Reads a schedule.',
    response: 'scheduleResult',
    ...FIND_ON_PAGE,
  },
  'PATCH /v1/schedules/:id': {
    summary: 'Changes, pauses or resumes a schedule, on all devices.',
    details:
      'A field that is left out stays, and so does the time zone. To resume resets the failures, and does not catch up on missed runs. A completed schedule runs again only with another `cadence`.',
    body: 'schedulePatch',
    response: 'scheduleResult',
    problems: ['not_found', 'refused', ...WRITES],
    ...ON_PAGE,
  },
  'DELETE /v1/schedules/:id': {
    summary: 'Deletes a schedule on all devices, and its runs.',
    response: 'scheduleDeleted',
    ...CHANGE_ON_PAGE,
  },
  'POST /v1/schedules/:id/take': {
    summary: 'Lets this device run it from now on.',
    details: 'The other device stops after its next sync; until then both may run it.',
    response: 'scheduleResult',
    ...CHANGE_ON_PAGE,
  },
  'POST /v1/schedules/:id/run': {
    summary: 'Runs it now on this device, due or not. The answer comes when the run has ended.',
    details:
      'A failure does not count, and the next run keeps its time. A one-time schedule is completed by it.',
    response: 'scheduleRunResult',
    problems: ['invalid_input', 'not_found', ...WRITES],
    page: true,
  },
  'GET /v1/schedules/:id/runs': {
    summary: 'Lists the runs of a schedule on this device, the newest first; the last 50 are kept.',
    details: 'The list also has runs of the daemon’s own jobs (`sys_…`) that changed something.',
    query: 'scheduleRunsQuery',
    response: 'scheduleRunsResult',
    ...FIND_ON_PAGE,
  },
  'GET /v1/schedules/:id/runs/:run': {
    summary: 'Reads one run, with all of its output.',
    response: 'scheduleRunResult',
    problems: ['not_found', ...READS],
    sharesStore: true,
  },
} as const satisfies Routes;
