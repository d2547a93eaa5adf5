/**
 * Error kinds: a closed set for the sync server, and one for the daemon. On the wire an error is an RFC 9457 problem document with a
 * `kind`. A table for each set gives every kind its HTTP status and its title. The CLI maps the daemon's kinds to exit codes.
 */
import { err, type Result } from './result.ts';

type ErrorTable = Readonly<Record<string, readonly [status: number, title: string]>>;

export const SERVER_ERRORS = {
  protocol_too_old: [426, 'Another protocol version is needed'],
  malformed: [400, 'The request is malformed'],
  unauthorized: [401, 'A valid token is needed'],
  device_revoked: [403, 'The device was revoked'],
  not_found: [404, 'Not found'],
  epoch_changed: [409, 'Another epoch began'],
  resync_required: [409, 'A full pull is needed'],
  device_forked: [409, 'Another copy of this device has pushed'],
  push_gap: [409, 'A push is missing'],
  key_generation_conflict: [409, 'The key generations have moved on'],
  /** SY-S6: the member list has new entries. Read it and sign again. */
  members_conflict: [409, 'The member list has moved on'],
  conflict: [409, 'The request conflicts with what is there'],
  too_large: [413, 'The request is too large'],
  rate_limited: [429, 'Too many requests'],
  quota_exceeded: [507, 'A quota is used up'],
  registration_closed: [403, 'Registration is closed'],
  setup_token_wrong: [403, 'The setup token is wrong'],
  /** SY-A4: an invalid Supabase session, or one that this server does not accept. */
  session_refused: [403, 'The session is refused'],
  invitation_unknown: [404, 'The invitation is unknown'],
  invitation_expired: [410, 'The invitation has expired'],
  invitation_refused: [403, 'The invitation was refused'],
  challenge_failed: [403, 'The proof failed'],
  unavailable: [503, 'The server is busy'],
  internal: [500, 'The server failed'],
} as const satisfies ErrorTable;
export type ServerErrorKind = keyof typeof SERVER_ERRORS;
export const SERVER_ERROR_KINDS = /* @__PURE__ */ Object.keys(SERVER_ERRORS).filter(
  (kind): kind is ServerErrorKind => kind in SERVER_ERRORS,
);

export const DAEMON_ERRORS = {
  /** The input breaks a limit or a shape. The sentence says which, and what to do. */
  invalid_input: [400, 'The input is not valid'],
  /** No memory, device or file with this id. */
  not_found: [404, 'Not found'],
  /** G-1: the guard refused the content. */
  refused: [422, 'Refused by the guard'],
  /** M-7: too many saves in one turn, or a server that limits requests. */
  rate_limited: [429, 'Too many saves in one turn'],
  already_in_vault: [409, 'Already in a vault'],
  not_in_vault: [409, 'Not in a vault'],
  /** The daemon's check of bearer token, Host or Origin failed. */
  unauthorized: [401, 'Not authorised'],
  /** The sync server refused a code, token, key or device. */
  not_allowed: [403, 'Not allowed by the sync server'],
  server_unreachable: [502, 'The sync server cannot be reached'],
  /** The sync server's answer does not follow the protocol. */
  server_error: [502, 'The sync server answered something unexpected'],
  timeout: [504, 'Timed out'],
  /** Sync has stopped until a person acts. The sentence says why. */
  sync_stopped: [409, 'Sync has stopped'],
  storage_full: [507, 'The disk is full'],
  storage_read_only: [507, 'The store cannot be written'],
  /** ST-1: a newer program wrote the database. */
  storage_newer: [409, 'The database is newer than the program'],
  storage_corrupt: [500, 'The database is damaged'],
  /** ST-3: the remote database does not answer. The call may be repeated. */
  storage_unreachable: [503, 'The remote database cannot be reached'],
  /** ST-3: the remote database refused the token. */
  storage_refused: [502, 'The remote database refused the token'],
  /** ST-3: another daemon writes to the remote database. */
  storage_taken: [409, 'Another daemon writes to the remote database'],
  /** ST-3: the call needs the database's file, and the database is remote. */
  storage_remote: [409, 'This needs a database file'],
  /** A restore uses the store exclusively for some seconds. [ST-2] */
  restoring: [503, 'A backup is being restored'],
  stopping: [503, 'The daemon is stopping'],
  internal: [500, 'Internal error'],
} as const satisfies ErrorTable;
export type DaemonErrorKind = keyof typeof DAEMON_ERRORS;
export const isDaemonErrorKind = (kind: string): kind is DaemonErrorKind =>
  Object.hasOwn(DAEMON_ERRORS, kind);

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
