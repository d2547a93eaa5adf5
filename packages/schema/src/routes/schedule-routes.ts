/** Schedules, their runs, and the daemon's own housekeeping. */
import { READS, type Routes, WRITES } from './route.ts';

export const SCHEDULE_ROUTES = {
  'POST /v1/schedules': {
    summary: 'Makes a schedule, which this device runs.',
    details:
      "`goal` is what the model is asked to do when the time comes, with the memory of the project beside it. `cadence`: `cron` with five fields (or six, the seconds first), `once` at a time that is still to come, or `interval` of at least 60 seconds; a time without an offset is read in `timezone`, the device's own unless given. A goal that reads like an order to break the rules is refused, or, when no person wrote it (`source`), waits paused with the `reason`. `notify`: `always`, `on_change` (another output than the last), `on_failure`, `never`.",
    body: 'scheduleInput',
    statuses: [201],
    response: 'scheduleResult',
    problems: ['refused', ...WRITES],
    sharesStore: true,
    page: true,
  },
  'GET /v1/schedules': {
    summary: 'Lists schedules, the newest first.',
    details:
      "`query`: words that the name or the goal holds. `runner`: a device's id, `this_device`, `other_device` or `nobody`. `nextRunAt`, `lastRunAt` and `failures` are those of this device.",
    query: 'scheduleQuery',
    response: 'schedulesResult',
    problems: READS,
    sharesStore: true,
    page: true,
  },
  'POST /v1/schedules/preview': {
    summary: 'Computes the next five runs of a cadence; nothing is made.',
    details:
      "`next`: in UTC, and as `text` in `timezone`, the device's own unless given. `words`: a cron expression in English, null where it is too special. A cadence that could not be saved is refused with the same sentence.",
    body: 'cadencePreviewInput',
    response: 'cadencePreview',
    problems: READS,
    page: true,
  },
  'GET /v1/schedules/system': {
    summary: "The daemon's own housekeeping: when each job ran and runs next, and what it came to.",
    response: 'systemJobsResult',
    problems: READS,
    sharesStore: true,
    page: true,
  },
  'GET /v1/schedules/:id': {
    summary: 'A schedule.',
    response: 'scheduleResult',
    problems: ['not_found', ...READS],
    sharesStore: true,
    page: true,
  },
  'PATCH /v1/schedules/:id': {
    summary: 'Changes, pauses or resumes a schedule, on all devices.',
    details:
      'A field that is left out stays. Resuming forgets failures and makes up for nothing. A completed schedule runs again with another `cadence` only.',
    body: 'schedulePatch',
    response: 'scheduleResult',
    problems: ['not_found', 'refused', ...WRITES],
    sharesStore: true,
    page: true,
  },
  'DELETE /v1/schedules/:id': {
    summary: 'Deletes a schedule on all devices, and its runs.',
    response: 'scheduleDeleted',
    problems: ['not_found', ...WRITES],
    sharesStore: true,
    page: true,
  },
  'POST /v1/schedules/:id/take': {
    summary: 'Lets this device run it from now on.',
    details: 'The device that ran it stops when it hears of it; until then both may.',
    response: 'scheduleResult',
    problems: ['not_found', ...WRITES],
    sharesStore: true,
    page: true,
  },
  'POST /v1/schedules/:id/run': {
    summary: 'Runs it now, due or not, on this device; answers when it is done.',
    details:
      'A failure does not count, and the next run stays when it is. A schedule that runs once is completed by it.',
    response: 'scheduleRunResult',
    problems: ['invalid_input', 'not_found', ...WRITES],
    page: true,
  },
  'GET /v1/schedules/:id/runs': {
    summary: 'Its runs on this device, the newest first; the last 50 are kept.',
    details: 'Also of housekeeping (`sys_…`), as far as it did something.',
    query: 'scheduleRunsQuery',
    response: 'scheduleRunsResult',
    problems: ['not_found', ...READS],
    sharesStore: true,
    page: true,
  },
  'GET /v1/schedules/:id/runs/:run': {
    summary: 'One run, with all of its output.',
    response: 'scheduleRunResult',
    problems: ['not_found', ...READS],
    sharesStore: true,
  },
} as const satisfies Routes;
