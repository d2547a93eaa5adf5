/** Renders errors as RFC 9457 problem documents with a `kind`. */
import {
  type CairnError,
  type Checked,
  cairnError,
  DAEMON_ERROR_STATUS,
  type DaemonErrorKind,
} from '@cairn/schema';

const TITLES: Readonly<Record<DaemonErrorKind, string>> = {
  invalid_input: 'The input is not valid',
  not_found: 'Not found',
  refused: 'Refused by the guard',
  rate_limited: 'Too many saves in one turn',
  already_in_vault: 'Already in a vault',
  not_in_vault: 'Not in a vault',
  unauthorized: 'Not authorised',
  not_allowed: 'Not allowed by the sync server',
  server_unreachable: 'The sync server cannot be reached',
  server_error: 'The sync server answered something unexpected',
  timeout: 'Timed out',
  sync_stopped: 'Sync has stopped',
  storage_full: 'The disk is full',
  storage_read_only: 'The store cannot be written',
  storage_newer: 'The database is newer than the program',
  storage_corrupt: 'The database is damaged',
  storage_unreachable: 'The remote database cannot be reached',
  storage_refused: 'The remote database refused the token',
  storage_taken: 'Another daemon writes to the remote database',
  storage_remote: 'This needs a database file',
  restoring: 'A backup is being restored',
  stopping: 'The daemon is stopping',
  internal: 'Internal error',
};

export const problem = (
  error: CairnError,
  extra: Readonly<Record<string, unknown>> = {},
  status: number = DAEMON_ERROR_STATUS[error.kind],
): Response =>
  Response.json(
    {
      ...extra,
      type: 'about:blank',
      title: TITLES[error.kind],
      status,
      detail: error.message,
      kind: error.kind,
      retryable: error.retryable,
    },
    {
      status,
      headers: { 'content-type': 'application/problem+json' },
    },
  );

export const stopping = (): CairnError =>
  cairnError('stopping', 'The daemon is stopping. Try again: the next one starts by itself.', true);

export const restoring = (): CairnError =>
  cairnError(
    'restoring',
    'A backup is being restored. Nothing was changed; try again in a few seconds.',
    true,
  );

/** Converts a service's answer to a response. */
export const answer = <T>(result: Checked<T>, status: (value: T) => number = () => 200): Response =>
  result.ok ? Response.json(result.value, { status: status(result.value) }) : problem(result.error);
