/**
 * Error kinds: a closed set for the sync server, and one for the daemon. On the wire an error is an RFC 9457 problem document with a
 * `kind`. A table for each set maps kinds to HTTP statuses. The CLI maps the daemon's kinds to exit codes.
 */
import { err } from './result.ts';

export const SERVER_ERROR_KINDS = [
  'protocol_too_old',
  'malformed',
  'unauthorized',
  'device_revoked',
  'not_found',
  'epoch_changed',
  'resync_required',
  'device_forked',
  'push_gap',
  'key_generation_conflict',
  /** SY-S6: the member list has new entries. Read it and sign again. */
  'members_conflict',
  'conflict',
  'too_large',
  'rate_limited',
  'quota_exceeded',
  'registration_closed',
  'setup_token_wrong',
  /** SY-A4: an invalid Supabase session, or one that this server does not accept. */
  'session_refused',
  'invitation_unknown',
  'invitation_expired',
  'invitation_refused',
  'challenge_failed',
  'unavailable',
  'internal',
] as const;
export type ServerErrorKind = (typeof SERVER_ERROR_KINDS)[number];

export const SERVER_ERROR_STATUS: Readonly<Record<ServerErrorKind, number>> = {
  protocol_too_old: 426,
  malformed: 400,
  unauthorized: 401,
  device_revoked: 403,
  not_found: 404,
  epoch_changed: 409,
  resync_required: 409,
  device_forked: 409,
  push_gap: 409,
  key_generation_conflict: 409,
  members_conflict: 409,
  conflict: 409,
  too_large: 413,
  rate_limited: 429,
  quota_exceeded: 507,
  registration_closed: 403,
  setup_token_wrong: 403,
  session_refused: 403,
  invitation_unknown: 404,
  invitation_expired: 410,
  invitation_refused: 403,
  challenge_failed: 403,
  unavailable: 503,
  internal: 500,
};

export const DAEMON_ERROR_KINDS = [
  /** The input breaks a limit or a shape. The sentence says which, and what to do. */
  'invalid_input',
  /** No memory, device or file with this id. */
  'not_found',
  /** G-1: the guard refused the content. */
  'refused',
  /** M-7: too many saves in one turn, or a server that limits requests. */
  'rate_limited',
  'already_in_vault',
  'not_in_vault',
  /** The daemon's check of bearer token, Host or Origin failed. */
  'unauthorized',
  /** The sync server refused a code, token, key or device. */
  'not_allowed',
  'server_unreachable',
  /** The sync server's answer does not follow the protocol. */
  'server_error',
  'timeout',
  /** Sync has stopped until a person acts. The sentence says why. */
  'sync_stopped',
  'storage_full',
  'storage_read_only',
  /** ST-1: a newer program wrote the database. */
  'storage_newer',
  'storage_corrupt',
  /** ST-3: the remote database does not answer. The call may be repeated. */
  'storage_unreachable',
  /** ST-3: the remote database refused the token. */
  'storage_refused',
  /** ST-3: another daemon writes to the remote database. */
  'storage_taken',
  /** ST-3: the call needs the database's file, and the database is remote. */
  'storage_remote',
  /** A restore uses the store exclusively for some seconds. [ST-2] */
  'restoring',
  'stopping',
  'internal',
] as const;
export type DaemonErrorKind = (typeof DAEMON_ERROR_KINDS)[number];

export const DAEMON_ERROR_STATUS: Readonly<Record<DaemonErrorKind, number>> = {
  invalid_input: 400,
  not_found: 404,
  refused: 422,
  rate_limited: 429,
  already_in_vault: 409,
  not_in_vault: 409,
  unauthorized: 401,
  not_allowed: 403,
  server_unreachable: 502,
  server_error: 502,
  timeout: 504,
  sync_stopped: 409,
  storage_full: 507,
  storage_read_only: 507,
  storage_newer: 409,
  storage_corrupt: 500,
  storage_unreachable: 503,
  storage_refused: 502,
  storage_taken: 409,
  storage_remote: 409,
  restoring: 503,
  stopping: 503,
  internal: 500,
};

/** The error of a failed call of the daemon or the engine. `message` says what to do. */
export interface CairnError {
  readonly kind: DaemonErrorKind;
  readonly message: string;
  /** Whether the same call can succeed later without any change. */
  readonly retryable: boolean;
}

export const cairnError = (kind: DaemonErrorKind, message: string, retryable = false): CairnError => ({
  kind,
  message,
  retryable,
});

/** Returns the failure of a call. */
export const refuse = (kind: DaemonErrorKind, message: string, retryable = false) =>
  err(cairnError(kind, message, retryable));

export const refuseInput = (message: string) => refuse('invalid_input', message);
