/**
 * Closed sets of values that the command line accepts. No zod schema stands in this file, so that a command loads none: loading
 * zod is a quarter of the time of a short command.
 */

export const SESSION_STATES = ['working', 'completed'] as const;
export type SessionState = (typeof SESSION_STATES)[number];

/** M-9: where a memory came from. */
export const SOURCES = ['user', 'agent', 'auto', 'import', 'tool', 'web'] as const;
export type Source = (typeof SOURCES)[number];

/** How a list of memories is ordered; `newest` unless given. */
export const LIST_ORDERS = ['newest', 'oldest', 'changed'] as const;
export type ListOrder = (typeof LIST_ORDERS)[number];

/** When the outcome of a run is reported. [SC-3] */
export const NOTIFICATIONS = ['always', 'on_change', 'on_failure', 'never'] as const;
export type Notification = (typeof NOTIFICATIONS)[number];

export const SCHEDULE_STATUSES = ['active', 'paused', 'completed'] as const;
export type ScheduleStatus = (typeof SCHEDULE_STATUSES)[number];

/**
 * `off`: in no vault. `locked_out`: the server refuses this device, which asks again at long intervals [SY-E2, TR-32].
 * `stopped`: a person has to act; `lastError` says why.
 */
export const SYNC_STATES = ['off', 'idle', 'pulling', 'pushing', 'waiting', 'locked_out', 'stopped'] as const;
export type SyncStateName = (typeof SYNC_STATES)[number];
/**
 * Why a device pulls everything again: the server was restored (`epoch_changed`, `push_gap`), this device was away for too long
 * (`resync_required`), its file was restored or copied (`device_forked`), it took back stamps from the far future
 * (`stamps_ahead`), or it had merged changes under a key that had ended already (`key_ended`). [SY-E2, SY-E3, SY-E4]
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
