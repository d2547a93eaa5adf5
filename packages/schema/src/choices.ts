/**
 * Closed sets that a command line names. They stand beside no zod schema, so that whoever only reads a command loads none: that
 * is a quarter of the time of a short one.
 */

export const SESSION_STATES = ['working', 'completed'] as const;
export type SessionState = (typeof SESSION_STATES)[number];

/** SC-3 */
export const NOTIFICATIONS = ['always', 'on_change', 'on_failure', 'never'] as const;
export type Notification = (typeof NOTIFICATIONS)[number];

export const SCHEDULE_STATUSES = ['active', 'paused', 'completed'] as const;
export type ScheduleStatus = (typeof SCHEDULE_STATUSES)[number];
