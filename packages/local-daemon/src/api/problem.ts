/** Renders errors as RFC 9457 problem documents with a `kind`. */
import { type CairnError, type Checked, cairnError, DAEMON_ERRORS } from '@cairn/schema';

export const problem = (
  error: CairnError,
  extra: Readonly<Record<string, unknown>> = {},
  status: number = DAEMON_ERRORS[error.kind][0],
): Response =>
  Response.json(
    {
      ...extra,
      type: 'about:blank',
      title: DAEMON_ERRORS[error.kind][1],
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
