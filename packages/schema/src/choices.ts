/**
 * Closed sets of values that the command line accepts. This module has no zod schema, so that commands need not load zod, which takes a
 * quarter of a short command's time.
 */

export const SESSION_STATES = ['working', 'completed'] as const;
export type SessionState = (typeof SESSION_STATES)[number];

/** The sources of a memory. [M-9] */
export const SOURCES = ['user', 'agent', 'auto', 'import', 'tool', 'web'] as const;
export type Source = (typeof SOURCES)[number];

/** The orders of a list of memories. Default: `newest`. */
export const LIST_ORDERS = ['newest', 'oldest', 'changed'] as const;
export type ListOrder = (typeof LIST_ORDERS)[number];

/** When a run's outcome is reported. [SC-3] */
export const NOTIFICATIONS = ['always', 'on_change', 'on_failure', 'never'] as const;
export type Notification = (typeof NOTIFICATIONS)[number];

export const SCHEDULE_STATUSES = ['active', 'paused', 'completed'] as const;
export type ScheduleStatus = (typeof SCHEDULE_STATUSES)[number];

/**
 * `off`: in no vault. `locked_out`: the server refuses this device, which retries at long intervals [SY-E2, TR-32]. `stopped`: a person
 * has to act; `lastError` says why.
 */
export const SYNC_STATES = ['off', 'idle', 'pulling', 'pushing', 'waiting', 'locked_out', 'stopped'] as const;
export type SyncStateName = (typeof SYNC_STATES)[number];
/**
 * Why a device pulls everything again. `epoch_changed`, `push_gap`: the server was restored. `resync_required`: this device was away for
 * too long. `device_forked`: its file was restored or copied. `stamps_ahead`: it took back stamps from the far future. `key_ended`: it
 * had merged changes under a key that had already ended. [SY-E2, SY-E3, SY-E4]
 */
export const HEALING_REASONS = [
  'epoch_changed',
  'push_gap',
  'resync_required',
  'device_forked',
  'stamps_ahead',
  'key_ended',
] as const;
export type HealingReason = (typeof HEALING_REASONS)[number];
