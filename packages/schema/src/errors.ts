/**
 * Error kinds: a closed set for the sync server, and one for the daemon. On the wire an error is an RFC 9457 problem document with a
 * `kind`. A table for each set maps kinds to HTTP statuses. The CLI maps the daemon's kinds to exit codes.
 */
import { err, type Result } from './result.ts';

export const SERVER_ERROR_STATUS = {
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
  /** SY-S6: the member list has new entries. Read it and sign again. */
  members_conflict: 409,
  conflict: 409,
  too_large: 413,
  rate_limited: 429,
  quota_exceeded: 507,
  registration_closed: 403,
  setup_token_wrong: 403,
  /** SY-A4: an invalid Supabase session, or one that this server does not accept. */
  session_refused: 403,
  invitation_unknown: 404,
  invitation_expired: 410,
  invitation_refused: 403,
  challenge_failed: 403,
  unavailable: 503,
  internal: 500,
} as const satisfies Readonly<Record<string, number>>;
export type ServerErrorKind = keyof typeof SERVER_ERROR_STATUS;
export const SERVER_ERROR_KINDS = /* @__PURE__ */ Object.keys(SERVER_ERROR_STATUS).filter(
  (kind): kind is ServerErrorKind => kind in SERVER_ERROR_STATUS,
);

export const DAEMON_ERROR_STATUS = {
  /** The input breaks a limit or a shape. The sentence says which, and what to do. */
  invalid_input: 400,
  /** No memory, device or file with this id. */
  not_found: 404,
  /** G-1: the guard refused the content. */
  refused: 422,
  /** M-7: too many saves in one turn, or a server that limits requests. */
  rate_limited: 429,
  already_in_vault: 409,
  not_in_vault: 409,
  /** The daemon's check of bearer token, Host or Origin failed. */
  unauthorized: 401,
  /** The sync server refused a code, token, key or device. */
  not_allowed: 403,
  server_unreachable: 502,
  /** The sync server's answer does not follow the protocol. */
  server_error: 502,
  timeout: 504,
  /** Sync has stopped until a person acts. The sentence says why. */
  sync_stopped: 409,
  storage_full: 507,
  storage_read_only: 507,
  /** ST-1: a newer program wrote the database. */
  storage_newer: 409,
  storage_corrupt: 500,
  /** ST-3: the remote database does not answer. The call may be repeated. */
  storage_unreachable: 503,
  /** ST-3: the remote database refused the token. */
  storage_refused: 502,
  /** ST-3: another daemon writes to the remote database. */
  storage_taken: 409,
  /** ST-3: the call needs the database's file, and the database is remote. */
  storage_remote: 409,
  /** A restore uses the store exclusively for some seconds. [ST-2] */
  restoring: 503,
  stopping: 503,
  internal: 500,
} as const satisfies Readonly<Record<string, number>>;
export type DaemonErrorKind = keyof typeof DAEMON_ERROR_STATUS;
export const isDaemonErrorKind = (kind: string): kind is DaemonErrorKind =>
  Object.hasOwn(DAEMON_ERROR_STATUS, kind);
export const DAEMON_ERROR_KINDS = /* @__PURE__ */ Object.keys(DAEMON_ERROR_STATUS).filter(isDaemonErrorKind);

/** The error of a failed call of the daemon or the engine. `message` says what to do. */
export interface CairnError {
  readonly kind: DaemonErrorKind;
  readonly message: string;
  /** Whether the same call can succeed later without any change. */
  readonly retryable: boolean;
}

export type Checked<T> = Result<T, CairnError>;

export const cairnError = (kind: DaemonErrorKind, message: string, retryable = false): CairnError => ({
  kind,
  message,
  retryable,
});

/** Returns the failure of a call. */
export const refuse = (kind: DaemonErrorKind, message: string, retryable = false) =>
  err(cairnError(kind, message, retryable));

export const refuseInput = (message: string) => refuse('invalid_input', message);
